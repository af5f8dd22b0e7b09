import Daybook
import Nursery

/// A thing as screens show it.
struct Shown: Sendable {
  let kind: any KindWords.Type
  let id: UUID
  let facts: EntryFacts
  /// The content in a few words, never empty.
  let words: String
  /// The content with the baby and the time: `Noor, 2026-11-20 21:05: formula, 120 mL`.
  let line: String
  /// Every field.
  let json: [String: JSONValue]
  /// Each field that has a value, by name.
  let fields: [(name: String, text: String)]
}

/// What happened to one thing, as screens show it.
struct ShownChange: Sendable {
  /// A field before and after; nil where it has no value.
  struct Field: Sendable {
    let name: String
    let old: String?
    let new: String?
    let oldJSON: [String: JSONValue]?
    let newJSON: [String: JSONValue]?
  }

  let kind: any KindWords.Type
  let id: UUID
  let sort: History.AnyChange.Sort
  let old: Shown?
  let new: Shown?
  /// Of an update, what differs.
  let fields: [Field]
  /// What people call it, such as `added`.
  var verb: String
}

extension KindWords {
  /// The name under which things of the kind are stored.
  static var storedKind: String { State.kind }

  static func shown(_ state: State, _ id: UUID, _ screen: Screen) -> Shown {
    let facts = facts(state)
    let words = words(state, screen)
    let content = words.isEmpty ? word : words
    var json: [String: JSONValue] = [
      "id": .text(id.uuidString), "kind": .text(word), "words": .text(content),
    ]
    let hasBaby = fields.contains { $0.name == "baby" }
    if hasBaby { json["babyName"] = .text(screen.babies[facts.baby]) }
    // Where a kind has no name of its own.
    if isEntry { json["name"] = .text(screen.babies[facts.baby]) }
    for field in fields { json.merge(field.json(state)) { _, new in new } }
    let line =
      isEntry ? "\(screen.babies[facts.baby]), \(screen.time(facts)): \(content)" : content
    return Shown(
      kind: Self.self, id: id, facts: facts, words: content, line: line, json: json,
      fields: fields.compactMap { field in
        field.text(state, screen).map { (field.name, $0) }
      })
  }

  /// The thing as it is now; nil when there is none.
  static func shown(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, _ id: UUID, _ screen: Screen
  ) throws -> Shown? {
    try reader.entity(State.self, id).map { shown($0, id, screen) }
  }

  /// The last value of what was deleted; nil when there never was any.
  static func last(_ reader: borrowing Reader, _ id: UUID, _ screen: Screen) throws -> Shown? {
    if let shown = try shown(reader, id, screen) { return shown }
    let values = try reader.versions(of: State.self, id).compactMap(\.value)
    return values.last.map { shown($0, id, screen) }
  }

  /// The transaction that wrote a thing and was taken back, so that nothing of it is there to
  /// restore; nil when something is.
  static func takenBack(_ reader: borrowing Reader, _ id: UUID) throws -> UInt64? {
    guard try baseline(reader, id) == nil,
      let first = try reader.versions(of: State.self, id).first?.transaction, first.isRetracted
    else { return nil }
    return first.number
  }

  static func isDeleted(_ reader: borrowing Reader, _ id: UUID) throws -> Bool {
    try reader.isKnown(State.self, id) && reader.entity(State.self, id) == nil
  }

  /// The next id after one of those that begin so; of what was not deleted.
  static func nextID(
    _ reader: borrowing Reader, after last: UUID?, _ prefix: IDPrefix
  ) throws -> UUID? {
    try reader.ids(of: State.self, after: last, through: prefix.last, limit: 1).first
  }

  static func count(_ reader: borrowing Reader) throws -> Int {
    var count = 0
    try reader.forEachEntity(of: State.self) { _ in
      count += 1
      return true
    }
    return count
  }

  /// What a change says; nil when it is of another kind.
  static func change(_ change: History.AnyChange, _ screen: Screen) -> ShownChange? {
    guard let typed = change.typed(State.self) else { return nil }
    return self.change(change.entity, typed.old, typed.new, screen)
  }

  /// The change from one value to another.
  static func change(
    _ id: UUID, _ old: State?, _ new: State?, _ screen: Screen
  ) -> ShownChange? {
    if old == nil, new == nil { return nil }
    let (old, new) = (old ?? initial, new ?? initial)
    var differing: [ShownChange.Field] = []
    if let old, let new {
      for field in fields where field.json(old) != field.json(new) {
        differing.append(
          ShownChange.Field(
            name: field.name, old: field.text(old, screen), new: field.text(new, screen),
            oldJSON: field.json(old), newJSON: field.json(new)))
      }
    }
    return ShownChange(
      kind: Self.self, id: id,
      sort: old == nil ? .inserted : new == nil ? .deleted : .updated,
      old: old.map { shown($0, id, screen) }, new: new.map { shown($0, id, screen) },
      fields: differing, verb: old == nil ? "added" : new == nil ? "deleted" : "changed")
  }

  /// Each version of a thing, oldest first, beside the change that led to it.
  static func versions(
    _ reader: borrowing Reader, _ id: UUID, _ screen: Screen
  ) throws -> [(transaction: History.Transaction, value: Shown?, change: ShownChange?)] {
    let baseline = try baseline(reader, id)
    var before = baseline
    return try reader.versions(of: State.self, id).map { version in
      defer { before = version.value }
      return (
        version.transaction, version.value.map { shown($0, id, screen) },
        change(id, before, version.value, screen)
      )
    }
  }

  /// What a thing was when its older events were purged; nil when nothing of it was.
  static func baseline(
    _ reader: borrowing Reader, _ id: UUID, _ screen: Screen
  ) throws -> Shown? {
    try baseline(reader, id).map { shown($0, id, screen) }
  }

  private static func baseline(_ reader: borrowing Reader, _ id: UUID) throws -> State? {
    let oldest = try reader.oldestToken()
    guard oldest.number > 0, try reader.isKnown(State.self, id) else { return nil }
    return try reader.entity(State.self, id, asOf: oldest)
  }
}
