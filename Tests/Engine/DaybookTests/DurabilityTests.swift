import Daybook
import Foundation
import TemporaryFolders
import Testing

/// What appends promise, and the commits that they share.
struct DurabilityTests {
  private func buy(
    _ store: EventStore, _ name: String, _ durability: Durability
  ) throws -> History.Token {
    try store.append(durability: durability) { draft in
      try draft.append(
        PantryEvent.bought(PantryItem(name: name, amount: 1, shelf: "s")), to: UUID())
    }
  }

  private func count(_ store: EventStore) throws -> Int {
    try store.read { try $0.view(Shelves.self).rows(Shelves.items).count }
  }

  @Test func `bulk appends are there after a flush, each a transaction of its own`() throws {
    let store = try EventStore.temporary(schema: pantry)
    let tokens = try (0..<10).map { try buy(store, "n\($0)", .bulk).number }
    #expect(tokens == Array(1...10))
    try store.flush()
    #expect(try count(store) == 10)
    #expect(try store.read { try $0.newestTransactions(limit: 20) }.count == 10)
  }

  @Test func `a durable append takes the bulk ones before it along`() throws {
    let store = try EventStore.temporary(schema: pantry)
    for number in 0..<5 { _ = try buy(store, "n\(number)", .bulk) }
    let token = try buy(store, "last", .durable)
    #expect(token.number == 6)
    #expect(try count(store) == 6)
  }

  @Test func `closing the store keeps what was appended in bulk`() throws {
    let directory = try TemporaryFolder()
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry)
      for number in 0..<5 { _ = try buy(store, "n\(number)", .bulk) }
    }
    let store = try EventStore.open(at: directory.path, schema: pantry)
    #expect(try count(store) == 5)
  }

  @Test func `the file grows under bulk appends, and none is lost`() throws {
    var options = StoreOptions()
    options.mapSize = 1 << 18
    let store = try EventStore.temporary(schema: pantry, options: options)
    for number in 0..<3_000 { _ = try buy(store, "number \(number)", .bulk) }
    try store.flush()
    #expect(try count(store) == 3_000)
    #expect(try store.statistics().mapSize > 1 << 18)
    #expect(try store.verify().ok)
  }

  @Test func `a bulk append that throws leaves its neighbours`() throws {
    let store = try EventStore.temporary(schema: pantry)
    _ = try buy(store, "first", .bulk)
    #expect(throws: PantryError.negative) {
      try store.append(durability: .bulk) { _ in throw PantryError.negative }
    }
    _ = try buy(store, "second", .bulk)
    try store.flush()
    #expect(try count(store) == 2)
  }

  @Test func `opening, refusing and appending nothing leave the file as it is`() throws {
    let directory = try TemporaryFolder()
    let file = URL(fileURLWithPath: directory.path + "/data.mdb")
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry)
      _ = try buy(store, "rice", .durable)
    }
    let before = try Data(contentsOf: file)
    let store = try EventStore.open(at: directory.path, schema: pantry)
    try store.append { _ in }
    #expect(throws: StoreError.self) { try store.append { try $0.retract(transaction: 9) } }
    #expect(throws: PantryError.negative) {
      try store.append(durability: .bulk) { _ in throw PantryError.negative }
    }
    #expect(try store.verify().ok)
    #expect(try Data(contentsOf: file) == before)
    #expect(try buy(store, "beans", .durable).number == 2)
  }

  @Test func `what waits for its commit is committed when nothing else comes`() async throws {
    let store = try EventStore.temporary(schema: pantry)
    _ = try await store.append(durability: .bulk) { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: UUID())
    }
    while try count(store) == 0 { await Task.yield() }
    #expect(try count(store) == 1)
  }
}
