import Daybook
import Foundation
import Testing

/// Calls on a store from within its own closures: what would wait for itself says so.
struct ReentrancyTests {
  @Test func `an append within an append ends the process with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ReentrancyTests.within { store, _ in try store.append { _ in } }
    }
    expectSaid("append was called within an append", by: result)
  }

  @Test func `a flush within an append on the store's own thread ends the process with a sentence`()
    async
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = try EventStore.temporary(schema: pantry)
      try await store.append { _ in try ReentrancyTests.flush(store) }
    }
    expectSaid("flush was called within an append", by: result)
  }

  @Test func `verify, undo, a preview and a look at the past within an append say so`() async {
    let verify = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ReentrancyTests.within { store, _ in _ = try store.verify() }
    }
    expectSaid("verify was called within an append", by: verify)
    let past = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ReentrancyTests.within { store, token in
        try store.read(asOf: token) { _ in }
      }
    }
    expectSaid("read(asOf:_:) was called within an append", by: past)
    let preview = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ReentrancyTests.within { store, _ in try store.preview(Shelves()) { _ in } }
    }
    expectSaid("preview(_:asOf:_:) was called within an append", by: preview)
  }

  @Test func `an append within a read ends the process with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = try EventStore.temporary(schema: pantry)
      try ReentrancyTests.appendInRead(store)
    }
    expectSaid("append was called within a read", by: result)
  }

  @Test func `an append within a look at the past ends the process with a sentence`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try ReentrancyTests.appendInPast()
    }
    expectSaid("append was called within an append, or a read(asOf:)", by: result)
  }

  @Test func `a read within an append sees what was committed before`() throws {
    let store = try EventStore.temporary(schema: pantry)
    let id = UUID()
    try store.append { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
      let committed = try store.read { try $0.entity(PantryItem.self, id) }
      #expect(committed == nil)
    }
    #expect(try store.read { try $0.entity(PantryItem.self, id) } != nil)
  }

  @Test func `a store may be written within a read or an append of another`() throws {
    let (one, other) = (
      try EventStore.temporary(schema: pantry), try EventStore.temporary(schema: pantry)
    )
    try one.read { _ in try Self.write(other) }
    try one.append { _ in try Self.write(other) }
    #expect(try other.read { try $0.transactions() }.count == 2)
  }

  @Test func `after a read that threw, its thread may append`() throws {
    let store = try EventStore.temporary(schema: pantry)
    #expect(throws: PantryError.self) { try store.read { _ in throw PantryError.negative } }
    try Self.write(store)
    #expect(try store.read { try $0.transactions() }.count == 1)
  }

  // MARK: In closures that may not wait

  private static func within(
    _ body: @escaping @Sendable (EventStore, History.Token) throws -> Void
  ) throws {
    let store = try EventStore.temporary(schema: pantry)
    let token = try store.read { try $0.token() }
    try store.append { _ in try body(store, token) }
  }

  private static func flush(_ store: EventStore) throws { try store.flush() }

  private static func write(_ store: EventStore) throws {
    try store.buy("rice", shelf: nil)
  }

  private static func appendInRead(_ store: EventStore) throws {
    try store.read { _ in try write(store) }
  }

  private static func appendInPast() throws {
    let store = try EventStore.temporary(schema: pantry)
    try store.read(asOf: try store.read { try $0.token() }) { _ in try write(store) }
  }
}
