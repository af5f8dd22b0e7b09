public import Daybook

extension Reader {
  /// The shortest beginning, of four digits at least, that no other thing in the store has; of an
  /// id that is ordered by time the last six digits, which another one may have by chance: then
  /// `find` asks for more.
  ///
  /// Two looks at each kind of thing and some more where identifiers are close: O(log n + d)
  /// each, for d deleted ones that begin with the same four digits.
  public func short<Screen: ToolScreen>(_ id: UUID, _ screen: Screen) throws -> String {
    try short(id, among: screen.kinds)
  }

  /// The same, among some kinds; as `IDPrefix.shortest` where there is none.
  public func short<Screen: ToolScreen>(
    _ id: UUID, among kinds: [any KindWords<Screen>.Type]
  ) throws -> String {
    if kinds.isEmpty || IDPrefix.isTimeOrdered(id) { return IDPrefix.shortest(id) }
    var count = IDPrefix.fewest
    for kind in kinds {
      if let next = try kind.nextID(self, after: id, IDPrefix(id, count)) {
        count = max(count, IDPrefix.common(id, next) + 1)
      }
      while count < IDPrefix.most {
        let prefix = IDPrefix(id, count)
        let first = try kind.nextID(self, after: prefix.predecessor, prefix)
        guard let first, first != id else { break }
        count += 1
      }
    }
    return IDPrefix(id, count).digits
  }

  /// What an identifier, the beginning of one, or a name of the tool's stands for.
  ///
  /// Things that were deleted are looked for when nothing else begins so, or alone when
  /// `deletedOnly`; that goes through the log.
  ///
  /// - Throws: ``NameError`` for none and for several.
  public func find<Screen: ToolScreen>(
    _ text: String, _ screen: Screen, deletedOnly: Bool = false
  ) throws -> Found<Screen> {
    if let found = try screen.named(text, self, deletedOnly: deletedOnly, afterIDs: false) {
      return found
    }
    guard let prefix = IDPrefix(text) else {
      if deletedOnly { try refuseLiving(text, screen) }
      throw NameError(
        "“\(text)” is no id\(IDPrefix.lack(of: text))\(screen.namesHint); give one that lists show")
    }
    var found: [Found<Screen>] = []
    if !deletedOnly {
      for kind in screen.kinds {
        var last = prefix.predecessor
        while let next = try kind.nextID(self, after: last, prefix) {
          found.append(Found(kind, next))
          last = next
        }
        // What ends in a whole id begins with it, too.
        if prefix.isWhole { continue }
        for id in try kind.ids(self, endingIn: prefix) where !found.contains(where: { $0.id == id })
        {
          found.append(Found(kind, id))
        }
      }
    }
    if found.isEmpty { found = try deleted(prefix, screen) }
    if found.isEmpty,
      let named = try screen.named(text, self, deletedOnly: deletedOnly, afterIDs: true)
    {
      return named
    }
    if found.count == 1 { return found[0] }
    guard found.isEmpty else {
      let ids = found.map(\.id)
      let names = try found.prefix(4).map { try describe($0, among: ids, screen) }
      throw NameError(
        "\(text) stands for \(found.count) ids: \(names.joined(separator: "; ")); give more digits")
    }
    if deletedOnly { try refuseLiving(text, screen) }
    throw NameError(
      "nothing\(deletedOnly ? " that was deleted" : "") has the id \(text); the ids of things are "
        + "what `log` shows under id, not under transaction")
  }

  /// - Throws: ``NameError`` where a text stands for one thing that is there.
  private func refuseLiving<Screen: ToolScreen>(_ text: String, _ screen: Screen) throws {
    let living: Found<Screen>
    do { living = try find(text, screen) } catch is NameError { return }
    throw NameError("the \(living.kind.word) \(text) is not deleted")
  }

  /// The thing of an id, whatever its kind; nil when there is none.
  public func shown<Screen: ToolScreen>(_ id: UUID, _ screen: Screen) throws -> Shown<Screen>? {
    for kind in screen.kinds {
      if let shown = try kind.shown(self, id, screen) { return shown }
    }
    return nil
  }

  private func describe<Screen: ToolScreen>(
    _ found: Found<Screen>, among ids: [UUID], _ screen: Screen
  ) throws -> String {
    let words = try found.kind.shown(self, found.id, screen)?.line ?? "deleted"
    let short =
      IDPrefix.isTimeOrdered(found.id)
      ? IDPrefix.shortest(found.id, among: ids) : try short(found.id, screen)
    return "\(short) (\(found.kind.word) \(words))"
  }

  /// Everything with such an id that is not there any more.
  private func deleted<Screen: ToolScreen>(
    _ prefix: IDPrefix, _ screen: Screen
  ) throws -> [Found<Screen>] {
    var ids: Set<UUID> = []
    try replay { event in if prefix.matches(event.entity) { ids.insert(event.entity) } }
    return try ids.sorted { $0.uuidString < $1.uuidString }.flatMap { id in
      try screen.kinds.filter { try $0.isDeleted(self, id) }.map { Found($0, id) }
    }
  }
}

/// What an identifier stands for.
public struct Found<Screen: ToolScreen>: Sendable {
  public let kind: any KindWords<Screen>.Type
  public let id: UUID

  public init(_ kind: any KindWords<Screen>.Type, _ id: UUID) {
    self.kind = kind
    self.id = id
  }
}
