import Daybook
import DaybookTesting
import LMDB
import TemporaryFolders
import Testing

/// What no store may take in, and what a refusal leaves behind: nothing.
struct RefusedMessageTests {
  let clock = TestClock()
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func open() throws -> EventStore {
    try EventStore.open(at: directory.path, schema: pantry, options: clock.options)
  }

  private func refusal(_ message: WrittenMessage) throws -> StoreError.Code? {
    let store = try open()
    let error = #expect(throws: StoreError.self) { try store.absorb(message.bytes) }
    #expect(try store.statistics().transactions == 0)
    #expect(try store.verify().ok)
    return error?.code
  }

  /// How many rows a table of the closed store has.
  private func rows(_ table: String) throws -> Int {
    let environment = try Environment(path: directory.path)
    defer { extendLifetime(environment) }
    let read = try environment.beginRead()
    let table = try #require(try read.table(table, IntegerOrder.self))
    return try read.statistics(table).rows
  }

  @Test(arguments: [0, nil] as [UInt64?])
  func `a transaction without a place among its writer's is refused`(sequence: UInt64?) throws {
    var message = WrittenMessage(clock)
    message.sequence = sequence
    #expect(try refusal(message) == .invalidArgument)
  }

  @Test func `messages that are a little ahead each cannot carry the clock away`() throws {
    let store = try open()
    var message = WrittenMessage(clock)
    var refused = 0
    for step in 1...400 as ClosedRange<UInt64> {
      message.sequence = step - UInt64(refused)
      message.time = HybridTime(milliseconds: message.time.milliseconds + 86_000_000)
      do { try store.absorb(message.bytes, durability: .relaxed) } catch {
        #expect((error as? StoreError)?.code == .clockAhead)
        refused += 1
      }
    }
    #expect(refused == 399)
    try store.append { try $0.append(PantryEvent.eaten, to: UUID()) }
    let newest = try #require(try store.read { try $0.newestTransactions(limit: 1).first })
    let lead = Double(newest.time.milliseconds) / 1000 - clock.now.timeIntervalSince1970
    #expect(lead <= 86_400)
  }

  @Test func `a clock that was ahead lets nobody follow it beyond a day`() throws {
    let store = try open()
    clock.advance(by: 3 * 86_400)
    try store.append { try $0.append(PantryEvent.eaten, to: UUID()) }
    let message = WrittenMessage(clock)
    clock.advance(by: -3 * 86_400)
    expectError(.clockAhead) { try store.absorb(message.bytes) }
    clock.advance(by: 2 * 86_400)
    try store.absorb(message.bytes)
  }

  /// Refused after each part of it that could have been stored.
  static let strangers: [@Sendable (inout WrittenMessage) -> Void] = [
    { $0.time = HybridTime(milliseconds: 1 << 46) },
    { $0.sequence = 2 },
    { $0.sequence = 0 },
    { message in
      message.events = [.init(name: "new.name", kind: "new.kind"), .init(version: 0)]
    },
    { message in
      message.events = [.init(name: "new.name", kind: "new.kind"), .init(version: 1 << 32)]
    },
  ]

  @Test(arguments: strangers.indices)
  func `a refused message leaves no row behind, whoever shares its commit`(index: Int) throws {
    let before: [Int]
    do {
      let store = try open()
      try store.append { try $0.append(PantryEvent.eaten, to: UUID()) }
    }
    before = [try rows("names"), try rows("replicas")]
    do {
      let store = try open()
      try store.append(durability: .bulk) { try $0.append(PantryEvent.eaten, to: UUID()) }
      var message = WrittenMessage(clock)
      Self.strangers[index](&message)
      #expect(throws: StoreError.self) { try store.absorb(message.bytes, durability: .bulk) }
      try store.append { try $0.append(PantryEvent.eaten, to: UUID()) }
      #expect(try store.verify().ok)
    }
    #expect(try [rows("names"), rows("replicas")] == before)
  }

  @Test func `a draft that throws after an undo leaves no name behind`() throws {
    do {
      let store = try open()
      try store.append { try $0.append(PantryEvent.eaten, to: UUID()) }
    }
    let before = try rows("names")
    do {
      let store = try open()
      try store.append(durability: .bulk) { try $0.append(PantryEvent.eaten, to: UUID()) }
      #expect(throws: PantryError.negative) {
        try store.append(durability: .bulk) { draft in
          try draft.retract(transaction: 1)
          throw PantryError.negative
        }
      }
      try store.append { try $0.append(PantryEvent.eaten, to: UUID()) }
      #expect(try store.verify().ok)
    }
    #expect(try rows("names") == before)
  }
}
