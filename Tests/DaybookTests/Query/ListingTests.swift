import Daybook
import DaybookTesting
import Foundation
import Testing

/// All entities of a kind, and all events of a type, without a projection.
@Suite struct ListingTests {
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
    #expect(found.map(\.id) == [three[0], three[2]])
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
      #expect(try draft.now().entities(of: PantryItem.self).map(\.id) == [id])
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
      #expect(counted.map(\.entity) == [rice, salt, rice])
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
    let error = #expect(throws: StoreError.self) {
      try store.read { try $0.events(of: PantryItem.self, named: "item.burnt") }
    }
    #expect(error?.code == .notInSchema)
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
