import DaybookTesting
import Testing

@testable import Daybook

/// What cannot be taken back in a store that is shared.
struct FinalUndoTests {
  private let clock = TestClock()
  private let store: EventStore

  init() throws {
    store = try EventStore.temporary(schema: pantry, options: clock.options)
    try store.buy("rice", shelf: nil, author: "Ada")
  }

  private func count() throws -> Int {
    try store.read { try $0.view(Shelves.self).rows(Shelves.items).count }
  }

  private func create() throws {
    try store.append { try $0.append(.created(name: "Pantry", key: [1], member: "Ada")) }
  }

  /// Makes all final that is there.
  private func settle(_ number: UInt64) throws {
    let vector = try store.read { try $0.versionVector() }
    clock.advance(by: 1)
    try store.append { try $0.append(.frontier(number: number, vector)) }
  }

  /// The refusal, after which nothing was written.
  private func refusal(_ body: (EventStore) throws -> Void) throws -> String? {
    let before = try store.read { try $0.token() }
    let error = expectError(.notUndoable) { try body(store) }
    #expect(try store.read { try $0.token() } == before)
    return error?.message
  }

  @Test func `what is final is not taken back`() throws {
    try create()
    try settle(1)
    let message = try refusal { try $0.undo(transaction: 1) }
    #expect(
      message
        == "transaction 1 is final since frontier 1, set by Ada; write a correction instead")
    // The first frontier counts, whatever came later.
    try settle(2)
    #expect(try refusal { try $0.undo(by: "Ada") } == message)
    #expect(try store.read { try $0.undoable(by: "Ada") } == nil)
    #expect(try count() == 1)
    #expect(try store.complaints() == [])
  }

  @Test func `what was taken back before it was final does not come back`() throws {
    try create()
    try store.undo(by: "Ada")
    #expect(try store.read { try $0.redoable(by: "Ada") } == 3)
    try settle(1)
    let message = try refusal { try $0.redo(transaction: 1) }
    #expect(message?.hasPrefix("transaction 3 is final since frontier 1") == true)
    #expect(try refusal { try $0.redo(by: "Ada") } == message)
    #expect(try store.read { try $0.redoable(by: "Ada") } == nil)
    #expect(try count() == 0)
  }

  @Test func `a save of which a part is final is not taken back`() throws {
    try create()
    try settle(1)
    try store.append(author: "Ada") { draft in
      try draft.joinUndoGroup(of: 1)
      try draft.append(PantryEvent.bought(PantryItem(name: "milk", amount: 1)), to: UUID())
    }
    _ = try refusal { try $0.undo(by: "Ada") }
    #expect(try store.read { try $0.undoable(by: "Ada") } == nil)
    // The part alone can be.
    try store.undo(transaction: 4)
    #expect(try count() == 1)
  }

  @Test func `what is written after a frontier is taken back as ever`() throws {
    try create()
    try settle(1)
    try store.buy("milk", shelf: nil, author: "Ada")
    try store.undo(by: "Ada")
    #expect(try count() == 1)
    try store.redo(by: "Ada")
    #expect(try count() == 2)
  }

  @Test func `what is said about the space is not taken back, and is nobody's last word`() throws {
    try store.buy("milk", shelf: nil)
    try create()
    let message = try refusal { try $0.undo(transaction: 3) }
    #expect(message?.hasPrefix("transaction 3 says something about the space") == true)
    #expect(try store.read { try $0.undoable(by: nil) } == 2)
    try store.undo(by: nil)
    #expect(try store.read { try $0.space() }?.name == "Pantry")
    #expect(try count() == 1)
    #expect(throws: StoreError.self) { try store.undo(by: nil) }
  }
}
