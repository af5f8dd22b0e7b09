import Daybook
import DaybookTesting
import TemporaryFolders
import Testing

/// Entities and events by the names of their kinds.
struct UntypedReadTests {
  private let directory: TemporaryFolder
  private let clock = TestClock()
  private let rice = UUID()
  private let salt = UUID()
  private let kind = PantryItem.kind

  init() throws { directory = try TemporaryFolder() }

  /// A store in which Ada buys rice, Ben counts it and Ada moves it, in seconds 0, 10 and 20.
  private func store() throws -> EventStore {
    let store = try EventStore.open(
      at: directory.path, schema: pantry, options: clock.options)
    let events: [(String, PantryEvent)] = [
      ("Ada", .bought(PantryItem(name: "rice", amount: 3))), ("Ben", .counted(9)),
      ("Ada", .moved("top")),
    ]
    for (author, event) in events {
      try store.append(author: author) { [rice] in try $0.append(event, to: rice) }
      clock.advance(by: 10)
    }
    return store
  }

  @Test func `a store without a schema lists kinds and entities, and the schema's app the same`()
    throws
  {
    let own = try store()
    try own.append { [salt] draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "salt", amount: 1)), to: salt)
      try draft.append(PantryEvent.eaten, to: salt)
    }
    let expected = try own.read { try $0.storedEntities(ofKind: kind, limit: 10) }
    try own.close()
    let stranger = try EventStore.open(at: directory.path, schema: Schema())
    try stranger.read { reader in
      let kinds = try reader.storedKinds()
      #expect(kinds.map(\.name) == [kind])
      #expect(kinds.first?.revision == 1)
      #expect(kinds.first?.isFolded == true && kinds.first?.isInSchema == false)
      let found = try reader.storedEntities(ofKind: kind, limit: 10)
      #expect(found == expected)
      #expect(Set(found.map(\.id)) == [rice, salt])
      let last = try #require(try reader.storedEntity(ofKind: kind, rice))
      #expect(last.eventCount == 3 && !last.isQuarantined)
      #expect(try #require(last.created) < #require(last.modified))
      let item = try #require(last.state).withUnsafeBytes { bytes in
        var fields = PayloadReader(bytes.bytes)
        return try PantryItem(from: &fields)
      }
      #expect(item == PantryItem(name: "rice", amount: 9, shelf: "top"))
      #expect(try reader.storedEntityCount(ofKind: kind) == 2)
    }
    #expect(throws: StoreError.self) {
      try stranger.read { try $0.storedEntities(ofKind: "none", limit: 1) }
    }
  }

  @Test(arguments: [1, 2, 3, 100])
  func `pages of entities are all of them, each once`(_ limit: Int) throws {
    let store = try EventStore.temporary(schema: pantry)
    let ids = (0..<7).map { _ in UUID() }
    for id in ids {
      let item = PantryItem(name: "x", amount: 1)
      try store.append { try $0.append(PantryEvent.bought(item), to: id) }
    }
    var (found, last) = ([UUID](), UUID?.none)
    repeat {
      let page = try store.read {
        try $0.storedEntities(ofKind: kind, after: last, limit: limit)
      }
      #expect(page.count <= limit)
      found += page.map(\.id)
      last = page.last?.id
    } while last != nil && found.count < 20
    #expect(found.count == ids.count && Set(found) == Set(ids))
  }

  @Test func `events come in canonical order, and say what is late, taken back and void`() throws {
    let store = try store()
    try store.append(stamp: HybridTime(clock.now.addingTimeInterval(-25))) { [rice] in
      try $0.append(PantryEvent.counted(5), to: rice)
    }
    try store.undo(transaction: 3)
    let events = try store.read { try $0.events(ofKind: kind, rice) }
    #expect(events.map(\.id) == [1, 4, 2, 3])
    #expect(events.map(\.isLate) == [false, true, false, false])
    #expect(events.map(\.isRetracted) == [false, false, false, true])
    #expect(events.map(\.counts) == [true, true, true, false])
    #expect(events.map(\.event.type.name).last == "item.moved")
    #expect(try store.read { try $0.events(ofKind: kind, UUID()) }.isEmpty)
  }

  @Test func `an event that a fold left out says why`() throws {
    let store = try store()
    var options = StoreOptions()
    options.now = { [clock] in clock.now }
    let schema = Schema().entity(LenientItem.self)
    let elsewhere = try EventStore.temporary(schema: schema, options: options)
    try elsewhere.append { [rice] in try $0.append(PantryEvent.counted(-1), to: rice) }
    try store.absorb(try #require(try elsewhere.read { try $0.message(of: 1) }))
    let failures = try store.read { try $0.events(ofKind: kind, rice) }.compactMap(\.failure)
    #expect(failures == ["negative"])
    #expect(try store.read { try $0.storedEntity(ofKind: kind, rice) }?.isQuarantined == true)
  }

  @Test func `changes tell the fields by number, name and bytes`() throws {
    let store = try store()
    let change = try #require(try store.read { try $0.changes(in: 2) }.first)
    let field = try #require(change.fields.first)
    #expect(change.fields.count == 1)
    #expect(field.number == 2 && field.name == "amount")
    #expect(field.old == [0x10, 6] && field.new == [0x10, 18])
    let inserted = try #require(try store.read { try $0.changes(in: 1) }.first)
    #expect(inserted.fields.map(\.number) == [1, 2])
    #expect(inserted.fields.allSatisfy { $0.old.isEmpty })
  }

  @Test func `versions by the name of a kind are those of its type`() throws {
    let store = try store()
    try store.undo(transaction: 2)
    try store.read { reader in
      let typed = try reader.versions(of: PantryItem.self, rice)
      let found = try reader.versions(ofKind: kind, rice)
      #expect(found.map(\.transaction.number) == typed.map(\.transaction.number))
      #expect(found.map { $0.change?.typed(PantryItem.self)?.new } == typed.map(\.value))
    }
    #expect(throws: StoreError.self) {
      _ = try store.read { try $0.versions(ofKind: "none", rice) }.count
    }
  }

  @Test func `the event that set a field is the last one that counts and changed it`() throws {
    let store = try store()
    func setters() throws -> [String: UInt64] {
      try store.read { reader in
        let origins = try reader.origins(ofKind: kind, rice)
        return Dictionary(uniqueKeysWithValues: origins.map { ($0.name ?? "", $0.event ?? 0) })
      }
    }
    #expect(try setters() == ["name": 1, "amount": 2, "shelf": 3])
    // Late, and overruled by what Ben has counted.
    try store.append(stamp: HybridTime(clock.now.addingTimeInterval(-25))) { [rice] in
      try $0.append(PantryEvent.counted(5), to: rice)
    }
    #expect(try setters() == ["name": 1, "amount": 2, "shelf": 3])
    try store.undo(transaction: 2)
    #expect(try setters() == ["name": 1, "amount": 4, "shelf": 3])
    let late = try store.read { try $0.origins(ofKind: kind, rice) }.filter(\.isLate)
    #expect(late.map(\.name) == ["amount"] && late.first?.transaction?.number == 4)
  }
}

/// An item that may be counted below nothing.
private struct LenientItem: Entity, FieldPayload {
  static let kind = PantryItem.kind
  static let takesEventsBeforeCreation = true
  var amount: Int64 = 0

  mutating func fields(_ field: inout some FieldCoding) throws { try field(2, &amount) }

  static func fold(_ state: inout LenientItem?, _ event: PantryEvent) throws {
    if case .counted(let amount) = event { state = LenientItem(amount: amount) }
  }
}
