import Daybook
import DaybookTesting
import Synchronization
import Testing

/// All entities of a kind, and all events of a type, without a projection.
struct ListingTests {
  private let store: EventStore
  private let ids = CountingIDs()

  init() throws { store = try EventStore.temporary(schema: pantry) }

  private func bought(_ name: String) -> PantryEvent { .bought(PantryItem(name: name, amount: 1)) }

  @Test func `entities of a kind come in the order of their ids, deleted ones do not`() throws {
    let three = (0..<3).map { _ in ids.next() }
    for (name, id) in zip(["rice", "salt", "bread"], three).reversed() {
      try store.buy(name, as: id)
    }
    try store.append { try $0.append(PantryEvent.eaten, to: three[1]) }
    let found = try store.read { try $0.entities(of: PantryItem.self) }
    #expect(found.map(\.id.rawValue) == [three[0], three[2]])
    #expect(found.map(\.state.name) == ["rice", "bread"])
    #expect(found[0].created == found[0].modified)
  }

  @Test func `pages of entities hold each once`() throws {
    for number in 0..<25 { try store.buy("n\(number)", as: ids.next()) }
    let names = try store.read { reader in
      var names: [String] = []
      var page = try reader.entities(of: PantryItem.self, limit: 7)
      while let last = page.last, names.count <= 25 {
        names += page.map(\.state.name)
        page = try reader.entities(of: PantryItem.self, after: last.id, limit: 7)
      }
      return names
    }
    #expect(names == (0..<25).map { "n\($0)" })
  }

  @Test(arguments: 0..<8)
  func `ids of a range are those that are there`(last: Int) throws {
    let all = (0..<8).map { _ in ids.next() }
    for (number, id) in all.enumerated() { try store.buy("n\(number)", as: id) }
    for id in [all[0], all[3], all[6]] {
      try store.append { try $0.append(PantryEvent.eaten, to: id) }
    }
    let kept = [1, 2, 4, 5, 7].filter { $0 <= last }
    func found(after first: Int?, _ limit: Int) throws -> [UUID] {
      let first = first.map { all[$0] }
      return try store.read {
        try $0.ids(of: PantryItem.self, after: first, through: all[last], limit: limit)
      }
    }
    #expect(try found(after: nil, .max) == kept.map { all[$0] })
    #expect(try found(after: 2, 1) == kept.filter { $0 > 2 }.prefix(1).map { all[$0] })
    #expect(try found(after: nil, 0).isEmpty)
  }

  @Test func `what is deleted behind a range is not looked at`() throws {
    let store = try EventStore.temporary(schema: Schema().entity(CountedItem.self))
    let all = (0..<50).map { _ in ids.next() }
    try store.append { draft in
      for id in all { try draft.append(CountedItemEvent.deleted, to: id) }
    }
    let before = CountedItem.looks.withLock { $0 }
    let found = try store.read {
      try $0.ids(of: CountedItem.self, after: all[2], through: all[5], limit: 1)
    }
    #expect(found.isEmpty)
    #expect(CountedItem.looks.withLock { $0 } - before <= 3)
  }

  @Test func `another kind is not among them`() throws {
    let schema = Schema().entity(PantryItem.self).entity(PuppyEntry.self)
    let store = try EventStore.temporary(schema: schema)
    try store.buy("rice")
    #expect(try store.read { try $0.entities(of: PuppyEntry.self) }.isEmpty)
    #expect(try store.read { try $0.entities(of: PantryItem.self) }.count == 1)
    #expect(throws: StoreError.self) {
      try self.store.read { try $0.entities(of: PuppyEntry.self) }
    }
  }

  @Test func `a draft lists what it appends`() throws {
    let id = ids.next()
    try store.append { draft in
      try draft.append(bought("rice"), to: id)
      #expect(try draft.now().entities(of: PantryItem.self).map(\.id.rawValue) == [id])
    }
  }

  @Test func `values of a list of entities follow it`() async throws {
    let values = store.values { try $0.entities(of: PantryItem.self).map(\.state.name) }
      .makeAsyncIterator()
    #expect(try await values.next() == [])
    try store.buy("rice")
    #expect(try await values.next() == ["rice"])
  }

  @Test func `events of a type come from all entities, in order of arrival or back`() throws {
    let (rice, salt) = (try store.buy("rice"), try store.buy("salt"))
    try store.append { draft in
      try draft.append(PantryEvent.counted(4), to: rice)
      try draft.append(PantryEvent.moved("low"), to: rice)
      try draft.append(PantryEvent.counted(5), to: salt)
    }
    try store.append { try $0.append(PantryEvent.counted(6), to: rice) }
    try store.read { reader in
      let counted = try reader.events(of: PantryItem.self, named: "item.counted")
      #expect(counted.map(\.event) == [.counted(4), .counted(5), .counted(6)])
      #expect(counted.map(\.entity.rawValue) == [rice, salt, rice])
      #expect(counted.map(\.transaction) == [3, 3, 4])
      #expect(counted.map(\.position) == [3, 5, 6])
      let newest = try reader.events(
        of: PantryItem.self, named: "item.counted", order: .newestFirst, limit: 2)
      #expect(newest.map(\.event) == [.counted(6), .counted(5)])
      let transaction = try #require(try reader.transaction(3))
      let later = try reader.events(
        of: PantryItem.self, named: "item.counted", after: transaction.token)
      #expect(later.map(\.event) == [.counted(6)])
      #expect(try reader.events(of: PantryItem.self, named: "item.eaten").isEmpty)
    }
  }

  @Test func `a name that the entity's events lack is refused`() throws {
    expectError(.notInSchema) {
      try store.read { try $0.events(of: PantryItem.self, named: "item.burnt") }
    }
  }

  @Test func `events are found over many blocks that have none`() throws {
    let id = try store.buy("rice")
    try store.append { try $0.append(PantryEvent.counted(1), to: id) }
    for number in 0..<700 {
      try store.append(durability: .bulk) { draft in
        try draft.append(PantryEvent.moved("s\(number)"), to: id)
      }
    }
    try store.append { try $0.append(PantryEvent.counted(2), to: id) }
    let counted = try store.read { try $0.events(of: PantryItem.self, named: "item.counted") }
    #expect(counted.map(\.event) == [.counted(1), .counted(2)])
  }
}

/// An entity that counts how often one of its kind is read or written.
private struct CountedItem: Entity, FieldPayload {
  typealias Event = CountedItemEvent

  static let kind = "test.counted"
  static let looks = Mutex(0)

  var isDeleted = false

  mutating func fields(_ field: inout some FieldCoding) throws {
    Self.looks.withLock { $0 += 1 }
    try field(1, &isDeleted)
  }

  static func fold(_ state: inout CountedItem?, _ event: CountedItemEvent) {
    state = CountedItem(isDeleted: true)
  }
}

private enum CountedItemEvent: EntityEvent {
  case deleted

  static let types = [EventType("counted.deleted")]
  var typeIndex: Int { 0 }
  func encode(into writer: inout PayloadWriter) {}
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) -> Self { .deleted }
}
