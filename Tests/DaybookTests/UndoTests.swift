import Daybook
import DaybookTesting
import Foundation
import Testing

/// Taking back, and bringing back, the last thing of an author.
@Suite struct UndoTests {
  let directory: TemporaryDirectory
  private let id = UUID()

  init() throws { directory = try TemporaryDirectory() }

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
    let error = #expect(throws: StoreError.self) { try store.redo(by: "Ada") }
    #expect(error?.code == .nothingToUndo)
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
}
