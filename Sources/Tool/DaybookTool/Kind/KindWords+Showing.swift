public import Daybook

extension KindWords {
  /// A state as screens show it.
  public static func shown(_ state: State, _ id: UUID, _ screen: Screen) -> Shown<Screen> {
    let words = words(state, screen)
    let content = words.isEmpty ? word : words
    var json: [String: JSON.Value] = [
      "id": .text(id.uuidString), "kind": .text(word), "words": .text(content),
    ]
    json.merge(self.json(state, screen)) { _, new in new }
    let fields = shownFields(state, screen)
    for field in fields { json.merge(field.json) { _, new in new } }
    return Shown(
      kind: Self.self, id: id, facts: facts(state), words: content,
      line: line(content, of: state, screen), owner: owner(state, screen), json: json,
      fields: fields.compactMap { field in field.text.map { (field.name, $0) } })
  }

  /// The thing as it is now; nil when there is none.
  public static func shown(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, _ id: UUID, _ screen: Screen
  ) throws -> Shown<Screen>? {
    try reader.entity(State.self, id).map { shown($0, id, screen) }
  }

  /// The last value of what was deleted, which may be what a purge left; nil when there never was
  /// any.
  public static func last(_ reader: borrowing Reader, _ id: UUID, _ screen: Screen) throws -> Shown<
    Screen
  >? {
    if let shown = try shown(reader, id, screen) { return shown }
    return try lastState(reader, id).map { shown($0, id, screen) }
  }

  /// As ``last(_:_:_:)``.
  public static func lastState(_ reader: borrowing Reader, _ id: UUID) throws -> State? {
    if let state = try reader.entity(State.self, id) { return state }
    let (baseline, versions) = try history(reader, id)
    return versions.compactMap(\.value).last ?? baseline
  }

  /// The one command that brings back a thing that is not there; nil when there is none.
  ///
  /// What wrote it may have been taken back, so that nothing of it is left to restore. Where that
  /// transaction was purged, the one that took it back can be taken back.
  public static func wayBack(_ reader: borrowing Reader, _ id: UUID) throws -> WayBack? {
    if try reader.state(State.self, id) != nil { return .restore }
    let (baseline, versions) = try history(reader, id)
    if baseline == nil, let first = versions.first?.transaction, first.isRetracted {
      return .redo(first.number)
    }
    guard let number = gone(after: baseline, versions) else { return nil }
    return try reader.transactions(takenBackBy: number).isEmpty ? nil : .undo(number)
  }

  /// The number of the transaction that made a thing be there no more, such as the one that deleted
  /// it last; nil for one that is there, and where that transaction was purged.
  public static func gone(_ reader: borrowing Reader, _ id: UUID) throws -> UInt64? {
    if try reader.entity(State.self, id) != nil { return nil }
    let (baseline, versions) = try history(reader, id)
    return gone(after: baseline, versions)
  }

  /// The last of some versions that follow a thing and have none, however many touched it since.
  private static func gone(
    after baseline: State?, _ versions: [History.Version<State>]
  ) -> UInt64? {
    var (before, number): (State?, UInt64?) = (baseline, nil)
    for version in versions {
      if version.value == nil, before != nil { number = version.transaction.number }
      before = version.value
    }
    return number
  }

  public static func isDeleted(_ reader: borrowing Reader, _ id: UUID) throws -> Bool {
    try reader.isKnown(State.self, id) && reader.entity(State.self, id) == nil
  }

  /// The next id after one of those that begin so; of what was not deleted.
  public static func nextID(
    _ reader: borrowing Reader, after last: UUID?, _ prefix: IDPrefix
  ) throws -> UUID? {
    try reader.ids(of: State.self, after: last, through: prefix.last, limit: 1).first
  }

  /// The ids that end in the digits, of what was not deleted; goes through all ids.
  static func ids(_ reader: borrowing Reader, endingIn digits: IDPrefix) throws -> [UUID] {
    try reader.ids(
      of: State.self, after: nil, through: IDPrefix.lastID, limit: .max, where: digits.isEnd(of:))
  }

  public static func count(_ reader: borrowing Reader) throws -> Int {
    var count = 0
    try reader.forEachEntity(of: State.self) { _ in
      count += 1
      return true
    }
    return count
  }

  /// What a change says; nil when it is of another kind.
  public static func change(_ change: History.AnyChange, _ screen: Screen) -> ShownChange<Screen>? {
    guard let typed = change.typed(State.self) else { return nil }
    return self.change(change.entity, typed.old, typed.new, screen)
  }

  /// The change from one value to another.
  public static func change(
    _ id: UUID, _ old: State?, _ new: State?, _ screen: Screen
  ) -> ShownChange<Screen>? {
    if old == nil, new == nil { return nil }
    let (old, new) = (old ?? initial, new ?? initial)
    var differing: [ShownChange<Screen>.Field] = []
    if let old, let new {
      let before = Dictionary(
        shownFields(old, screen).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      for field in shownFields(new, screen) where before[field.name]?.json != field.json {
        let was = before[field.name]
        differing.append(
          ShownChange<Screen>.Field(
            name: field.name, old: was?.text, new: field.text, oldJSON: was?.json,
            newJSON: field.json))
      }
    }
    return ShownChange(
      kind: Self.self, id: id,
      sort: old == nil ? .inserted : new == nil ? .deleted : .updated,
      old: old.map { shown($0, id, screen) }, new: new.map { shown($0, id, screen) },
      fields: differing, verb: old == nil ? "added" : new == nil ? "deleted" : "changed")
  }

  /// Each version of a thing, oldest first, beside the change that led to it.
  public static func versions(
    _ reader: borrowing Reader, _ id: UUID, _ screen: Screen
  ) throws -> [(
    transaction: History.Transaction, value: Shown<Screen>?, change: ShownChange<Screen>?
  )] {
    let (baseline, versions) = try history(reader, id)
    var before = baseline
    return versions.map { version in
      defer { before = version.value }
      return (
        version.transaction, version.value.map { shown($0, id, screen) },
        change(id, before, version.value, screen)
      )
    }
  }

  /// What a thing was when its older events were purged; nil when nothing of it was.
  public static func baseline(
    _ reader: borrowing Reader, _ id: UUID, _ screen: Screen
  ) throws -> Shown<Screen>? {
    try history(reader, id).baseline.map { shown($0, id, screen) }
  }

  /// What a thing was when its older events were purged, and its versions since.
  private static func history(
    _ reader: borrowing Reader, _ id: UUID
  ) throws -> (baseline: State?, versions: [History.Version<State>]) {
    let oldest = try reader.oldestToken()
    let versions = try reader.versions(of: State.self, id)
    guard oldest.number > 0, try reader.isKnown(State.self, id) else { return (nil, versions) }
    return (try reader.entity(State.self, id, asOf: oldest), versions)
  }
}
