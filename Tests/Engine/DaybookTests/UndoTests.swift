import Daybook
import Foundation
import TemporaryFolders
import Testing

/// Taking back, and bringing back, the last thing of an author.
struct UndoTests {
  let directory: TemporaryFolder
  private let id = UUID()

  init() throws { directory = try TemporaryFolder() }

  private func open() throws -> EventStore {
    try EventStore.open(at: directory.path, schema: pantry)
  }

  private func count(_ store: EventStore, _ amount: Int64, by author: String) throws {
    try store.append(author: author) { [id] draft in
      if try draft.entity(PantryItem.self, id) == nil {
        try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: amount)), to: id)
      } else {
        try draft.append(PantryEvent.counted(amount), to: id)
      }
    }
  }

  private func amount(_ store: EventStore) throws -> Int64? {
    try store.read { try $0.entity(PantryItem.self, id)?.amount }
  }

  @Test func `a preview says what an undo and a redo would change, and writes nothing`() throws {
    let store = try open()
    for amount in [1, 2] as [Int64] { try count(store, amount, by: "Ada") }
    try store.append(author: "Ada") { [id] draft in
      try draft.joinUndoGroup(of: 2)
      try draft.append(PantryEvent.moved("top"), to: id)
    }
    let before = try store.digests()
    let preview = try store.preview(undo: 2)
    #expect(preview.transactions == [2, 3])
    #expect(
      preview.changes.flatMap(\.properties).map(\.description) == [
        "amount 2 → 1", "shelf top → none",
      ])
    #expect(try store.digests() == before)
    #expect(try store.statistics().transactions == 3)
    #expect(throws: StoreError.self) { try store.preview(undo: 9) }
    try store.append(author: "Ada", context: "undo") { _ = try $0.undo(saveOf: 2) }
    #expect(try amount(store) == 1)
    let back = try store.preview(redo: 2)
    #expect(back.changes.flatMap(\.fields).map(\.number) == [2, 3])
    #expect(back.transactions == [2, 3])
    #expect(throws: StoreError.self) { try store.preview(undo: 2) }
  }

  @Test func `a preview of an undo leaves out what was taken back before`() throws {
    let store = try open()
    for amount in [1, 2] as [Int64] { try count(store, amount, by: "Ada") }
    try store.append(author: "Ada") { [id] draft in
      try draft.joinUndoGroup(of: 2)
      try draft.append(PantryEvent.moved("top"), to: id)
    }
    try store.undo(transaction: 3, by: "Ada")
    #expect(try store.preview(undo: 2).transactions == [2])
    let taken = try store.write(author: "Ada", context: "undo") { try $0.undo(saveOf: 2) }
    #expect(taken == [2])
    #expect(try store.preview(redo: 2).transactions == [2])
  }

  @Test func `undo goes back one step after the other, redo forward again`() throws {
    let store = try open()
    for amount in [1, 2, 3] as [Int64] { try count(store, amount, by: "Ada") }
    try store.undo(by: "Ada")
    #expect(try amount(store) == 2)
    try store.undo(by: "Ada")
    #expect(try amount(store) == 1)
    try store.redo(by: "Ada")
    #expect(try amount(store) == 2)
    try store.redo(by: "Ada")
    #expect(try amount(store) == 3)
    expectError(.nothingToUndo) { try store.redo(by: "Ada") }
  }

  @Test func `what undo and redo would do is known before`() throws {
    let store = try open()
    func able() throws -> [UInt64?] {
      try store.read { [try $0.undoable(by: "Ada"), try $0.redoable(by: "Ada")] }
    }
    #expect(try able() == [nil, nil])
    try count(store, 1, by: "Ada")
    try count(store, 2, by: "Ben")
    try count(store, 3, by: "Ada")
    #expect(try able() == [3, nil])
    try store.undo(by: "Ada")
    #expect(try able() == [1, 4])
    try store.undo(by: "Ada")
    #expect(try able() == [nil, 5])
    try store.redo(by: "Ada")
    #expect(try able() == [1, 4])
    try count(store, 4, by: "Ada")
    #expect(try able() == [7, nil])
  }

  @Test func `whether there is something to undo can be followed`() async throws {
    let store = try open()
    let following = Task {
      var found: [Bool] = []
      for try await canUndo in store.values({ try $0.undoable(by: "Ada") != nil }) {
        found.append(canUndo)
        if canUndo { return found }
      }
      return found
    }
    try await store.append(author: "Ada") { [id] draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
    }
    #expect(try await following.value.last == true)
  }

  @Test func `undo leaves what others wrote`() throws {
    let store = try open()
    try count(store, 1, by: "Ada")
    try count(store, 2, by: "Ada")
    try count(store, 3, by: "Ben")
    try store.undo(by: "Ada")
    #expect(try amount(store) == 3)
    try store.undo(by: "Ben")
    #expect(try amount(store) == 1)
  }

  @Test func `who has written since has nothing to redo`() throws {
    let store = try open()
    try count(store, 1, by: "Ada")
    try count(store, 2, by: "Ada")
    try store.undo(by: "Ada")
    try count(store, 4, by: "Ada")
    #expect(throws: StoreError.self) { try store.redo(by: "Ada") }
    #expect(try amount(store) == 4)
  }

  @Test func `undo and redo work across a restart`() throws {
    do {
      let store = try open()
      try count(store, 1, by: "Ada")
      try count(store, 2, by: "Ada")
    }
    do {
      let store = try open()
      try store.undo(by: "Ada")
      #expect(try amount(store) == 1)
    }
    let store = try open()
    try store.redo(by: "Ada")
    #expect(try amount(store) == 2)
  }

  @Test func `nobody has nothing to undo`() throws {
    let store = try open()
    try count(store, 1, by: "Ada")
    #expect(throws: StoreError.self) { try store.undo(by: "Cleo") }
    #expect(try store.read { try $0.token() }.number == 1)
  }

  @Test func `an undo of what is taken back already says so and writes nothing`() throws {
    let store = try open()
    for amount in [1, 2] as [Int64] { try count(store, amount, by: "Ada") }
    try store.undo(transaction: 2, by: "Ben")
    let error = expectError(.nothingToUndo) { try store.undo(transaction: 2) }
    #expect(error?.message == "transaction 2 is taken back already, by transaction 3")
    #expect(try store.read { try $0.token() }.number == 3)
    try store.redo(by: "Ben")
    #expect(try amount(store) == 2)
    #expect(throws: StoreError.self) { try store.redo(transaction: 2) }
  }

  @Test func `redo brings back what was taken back twice`() throws {
    let store = try open()
    for amount in [1, 2] as [Int64] { try count(store, amount, by: "Ada") }
    for author in ["Ada", "Ben"] {
      try store.append(author: author) { try $0.retract(transaction: 2) }
    }
    try store.redo(by: "Ada")
    #expect(try amount(store) == 2)
    #expect(throws: StoreError.self) { try store.redo(by: "Ben") }
  }

  @Test func `what was taken back together with other changes is not brought back`() throws {
    let store = try open()
    try count(store, 1, by: "Ada")
    try store.append(author: "Ben") { [id] draft in
      try draft.retract(transaction: 1)
      try draft.append(PantryEvent.bought(PantryItem(name: "beans", amount: 7)), to: id)
    }
    let error = #expect(throws: StoreError.self) { try store.redo(transaction: 1) }
    #expect(error?.message.contains("by transaction 2 together with other changes") == true)
    try store.undo(transaction: 2)
    #expect(try amount(store) == 1)
  }

  @Test func `two undos in one draft take back two transactions`() throws {
    let store = try open()
    for amount in [1, 2, 3] as [Int64] { try count(store, amount, by: "Ada") }
    try store.append(author: "Ada") { draft in
      let found = [try draft.undo(by: "Ada"), try draft.undo(by: "Ada")]
      #expect(found == [3, 2])
      let isUndone = (try? draft.undo(transaction: 3)) != nil
      let isRedone = (try? draft.redo(transaction: 3)) != nil
      #expect(!isUndone && !isRedone)
    }
    #expect(try amount(store) == 1)
    try store.redo(by: "Ada")
    #expect(try amount(store) == 3)
  }

  @Test func `an undo whose target was purged is no work to take back`() throws {
    let store = try open()
    try count(store, 1, by: "Ada")
    let token = try store.undo(by: "Ada")
    try store.purge(before: token)
    try count(store, 2, by: "Ben")
    #expect(throws: StoreError.self) { try store.undo(by: "Ada") }
    #expect(throws: StoreError.self) { try store.redo(by: "Ada") }
    #expect(try store.verify().ok)
  }
}
