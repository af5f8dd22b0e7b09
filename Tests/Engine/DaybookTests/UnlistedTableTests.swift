import Daybook
import Foundation
import Testing

/// A projection that uses a table which it does not list.
struct UnlistedTableTests {
  private static let sentence = "add the table to `tables`"

  @Test func `an append ends the process with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = try EventStore.temporary(
        schema: Schema().entity(PantryItem.self).projection(Careless()))
      try UnlistedTableTests.buy(store)
    }
    expectSaid(Self.sentence, by: result)
  }

  @Test func `a build ends the process with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = try EventStore.temporary(schema: Schema().entity(PantryItem.self))
      try UnlistedTableTests.buy(store)
      try store.preview(Careless()) { _ in }
    }
    expectSaid(Self.sentence, by: result)
  }

  private static func buy(_ store: EventStore) throws {
    try store.buy("rice", shelf: nil)
  }
}

private struct Careless: Projection {
  static let name = "careless"
  static let items = ViewTable<String, Empty>("items", at: 0)
  static let unlisted = ViewTable<String, Empty>("unlisted", at: 1)
  static let tables: [any AnyViewTable] = [items]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      try rows.replace(Self.unlisted, change) { ($0.name, Empty()) }
    }
  }
}
