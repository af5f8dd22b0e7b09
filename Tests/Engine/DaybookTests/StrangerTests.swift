import Daybook
import TemporaryFolders
import Testing

/// What a version of the app does to entities of a kind that it does not know.
struct StrangerTests {
  private let directory: TemporaryFolder
  private let rice = UUID()

  init() throws {
    directory = try TemporaryFolder()
    let store = try EventStore.open(at: directory.path, schema: pantry)
    for event in [PantryEvent.bought(PantryItem(name: "rice", amount: 3)), .counted(9)] {
      try store.append(author: "Ada") { [rice] in try $0.append(event, to: rice) }
    }
  }

  private func check(amount: Int64?) throws {
    let store = try EventStore.open(at: directory.path, schema: pantry)
    #expect(try store.read { try $0.entity(PantryItem.self, rice) }?.amount == amount)
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  @Test func `what it takes back is folded anew by a version that knows the kind`() throws {
    do {
      let older = try EventStore.open(at: directory.path, schema: Schema())
      try older.undo(by: "Ada")
    }
    try check(amount: 3)
    do {
      let older = try EventStore.open(at: directory.path, schema: Schema())
      try older.redo(by: "Ada")
    }
    try check(amount: 9)
  }

  @Test func `so is what a message takes back that it absorbs`() throws {
    let elsewhere = try EventStore.temporary(schema: pantry)
    for number in 1...2 as ClosedRange<UInt64> {
      let store = try EventStore.open(at: directory.path, schema: pantry)
      try elsewhere.absorb(try #require(try store.read { try $0.message(of: number) }))
    }
    try elsewhere.undo(transaction: 2, by: "Ben")
    let message = try #require(try elsewhere.read { try $0.message(of: 3) })
    do { _ = try EventStore.open(at: directory.path, schema: Schema()).absorb(message) }
    try check(amount: 3)
  }
}
