import Daybook
import DaybookTesting
import Testing

/// What is one act to a person and several transactions in the log.
struct UndoGroupTests {
  private let store: EventStore
  private let items = (0..<3).map { _ in UUID() }

  init() throws {
    store = try EventStore.temporary(schema: pantry, options: TestClock().options)
    for (index, id) in items.enumerated() {
      try store.append(author: "Ada") { draft in
        if index > 0 { try draft.joinUndoGroup(of: UInt64(index)) }
        try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
      }
    }
  }

  private func there() throws -> Int {
    try store.read { reader in
      try items.filter { try reader.entity(PantryItem.self, $0) != nil }.count
    }
  }

  @Test func `one undo takes all parts back, and one redo brings them back`() throws {
    #expect(try store.read { try $0.undoGroup(of: 2) } == [1, 2, 3])
    #expect(try store.read { try $0.undoable(by: "Ada") } == 3)
    let undo = try store.undo(by: "Ada")
    #expect(try store.read { try $0.transactions(takenBackBy: undo.number) } == [1, 2, 3])
    #expect(try there() == 0)
    #expect(throws: StoreError.self) { try store.undo(by: "Ada") }
    try store.redo(by: "Ada")
    #expect(try there() == 3)
    #expect(try store.complaints() == [])
  }

  @Test func `undo of one part by its number leaves the others`() throws {
    try store.undo(transaction: 2)
    #expect(try there() == 2)
    let undo = try store.undo(by: "Ada")
    #expect(try store.read { try $0.transactions(takenBackBy: undo.number) } == [1, 3])
    #expect(try there() == 0)
  }

  @Test func `a group is taken back as a whole on another replica too`() throws {
    let other = try EventStore.temporary(schema: pantry, options: TestClock().options)
    try store.read { reader in
      for number in 1...3 as ClosedRange<UInt64> {
        try other.absorb(#require(try reader.message(of: number)))
      }
    }
    try other.undo(by: "Ada")
    #expect(try other.read { try $0.entity(PantryItem.self, items[0]) } == nil)
    #expect(try other.read { try $0.entity(PantryItem.self, items[2]) } == nil)
  }

  @Test func `a group whose beginning was purged is not taken back in part`() throws {
    _ = try store.purge(before: store.read { try $0.transactions()[0].token })
    #expect(throws: StoreError.self) { try store.undo(by: "Ada") }
    #expect(try there() == 3)
    #expect(try store.read { try $0.undoable(by: "Ada") } == nil)
  }

  @Test func `only a transaction that is there can be joined`() throws {
    for number in [0, 4, 9] as [UInt64] {
      #expect(throws: StoreError.self) {
        try store.append { [items] draft in
          try draft.joinUndoGroup(of: number)
          try draft.append(PantryEvent.bought(PantryItem(name: "tea", amount: 1)), to: items[0])
        }
      }
    }
  }
}
