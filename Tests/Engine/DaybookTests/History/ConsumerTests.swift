import Daybook
import Synchronization
import Testing

/// Named readers of the history with a place of their own.
struct ConsumerTests {
  struct Refusal: Error {}

  /// What work has seen, in order.
  private final class Seen: Sendable {
    private let numbers = Mutex<[UInt64]>([])
    var all: [UInt64] { numbers.withLock { $0 } }
    func add(_ number: UInt64) { numbers.withLock { $0.append(number) } }
  }

  private func store(_ count: Int, author: String = "Ada") async throws -> EventStore {
    let store = try EventStore.temporary(schema: pantry)
    try await append(store, count, author: author)
    return store
  }

  private func append(_ store: EventStore, _ count: Int, author: String = "Ada") async throws {
    for number in 0..<count {
      try await store.append(author: author, durability: .bulk) { draft in
        let item = PantryItem(name: "n\(number)", amount: 1)
        try draft.append(PantryEvent.bought(item), to: UUID())
      }
    }
    try await store.flush()
  }

  /// Work that leaves one item for each transaction.
  @Sendable private static func copy(
    _ transaction: History.Transaction, _ draft: inout Draft
  ) throws {
    let item = PantryItem(name: "copy of \(transaction.number)", amount: 1, shelf: "copies")
    try draft.append(PantryEvent.bought(item), to: UUID())
  }

  private func copies(_ store: EventStore) throws -> [UInt64] {
    try store.history.transactions(where: .author("copier")).all().map { copy in
      let event = try store.read { try $0.event(copy.positions.lowerBound) }
      return try event.payload.withUnsafeBytes { bytes in
        var reader = PayloadReader(bytes.bytes)
        return UInt64(try PantryItem(from: &reader).name.split(separator: " ")[2]) ?? 0
      }
    }
  }

  @Test func `work in the store is done once each, in order, over several runs`() async throws {
    let store = try await store(300)
    let copier = store.history.consumer("copier")
    try await copier.process(Self.copy)
    try await copier.process(Self.copy)
    #expect(try copies(store) == Array(1...300))
    try await append(store, 5)
    try await copier.process(Self.copy)
    #expect(try copies(store) == Array(1...300) + Array(601...605))
    let state = try store.history.consumers()
    #expect(state.map(\.name) == ["copier"])
    #expect(state.map(\.lag) == [0])
    #expect(try await store.verify().ok)
  }

  @Test func `work that appends nothing moves the place too`() async throws {
    let store = try await store(10)
    let seen = Seen()
    let reader = store.history.consumer("reader")
    try await reader.process { transaction, _ in seen.add(transaction.number) }
    try await reader.process { transaction, _ in seen.add(transaction.number) }
    #expect(seen.all == Array(1...10))
    #expect(try reader.token()?.number == 10)
    #expect(try store.statistics().transactions == 10)
  }

  @Test func `what others wrote under an excluded author is passed over, and the lag with it`()
    async throws
  {
    let store = try await store(3)
    try await append(store, 4, author: "sync")
    try await append(store, 2)
    let seen = Seen()
    let reader = store.history.consumer("reader", where: .notAuthor("sync"))
    try await reader.deliver { for transaction in $0 { seen.add(transaction.number) } }
    #expect(seen.all == [1, 2, 3, 8, 9])
    try await append(store, 1, author: "sync")
    #expect(try store.history.consumers().map(\.lag) == [1])
    try await reader.deliver { for transaction in $0 { seen.add(transaction.number) } }
    #expect(try store.history.consumers().map(\.lag) == [0])
    #expect(seen.all.count == 5)
  }

  @Test func `failing work skips nothing, and pauses double up to a minute`() async throws {
    let store = try await store(100)
    let pauses = Mutex<[Duration]>([])
    let left = Mutex<[UInt64: Int]>([30: 12, 31: 1, 90: 2])
    var copier = store.history.consumer("copier")
    // A failure is over when its pause is, as the body itself must not count.
    let failing = Mutex<UInt64>(0)
    copier.retry.sleep = { pause in
      pauses.withLock { $0.append(pause) }
      let number = failing.withLock { $0 }
      left.withLock { $0[number, default: 1] -= 1 }
    }
    try await copier.process { transaction, draft in
      try Self.copy(transaction, &draft)
      guard left.withLock({ $0[transaction.number] ?? 0 }) > 0 else { return }
      failing.withLock { $0 = transaction.number }
      throw Refusal()
    }
    #expect(try copies(store) == Array(1...100))
    let tenths = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 1, 1, 2]
    #expect(pauses.withLock { $0 } == tenths.map { .milliseconds($0 * 100) })
  }

  @Test func `failing delivery is tried again, and gives up when told to`() async throws {
    let store = try await store(70)
    let seen = Seen()
    let calls = Mutex(0)
    var reader = store.history.consumer("reader")
    reader.retry.sleep = { _ in }
    try await reader.deliver { transactions in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      if call % 3 != 0 { throw Refusal() }
      for transaction in transactions { seen.add(transaction.number) }
    }
    #expect(seen.all == Array(1...70))
    try await append(store, 1)
    reader.retry.attempts = 4
    await #expect(throws: Refusal.self) { try await reader.deliver { _ in throw Refusal() } }
    #expect(try reader.token()?.number == 70)
  }

  @Test func `a consumer that follows works on what comes until it is cancelled`() async throws {
    let store = try await store(20)
    let copier = store.history.consumer("copier")
    let running = Task { try await copier.process(follows: true, Self.copy) }
    try await append(store, 30)
    var values = store.history.transactions(where: .author("copier")).follow.makeAsyncIterator()
    for _ in 0..<50 { _ = try await values.next() }
    running.cancel()
    try await running.value
    // What it had not looked at when it was cancelled are its own copies.
    try await copier.process(Self.copy)
    let others = try store.history.transactions(where: .author("Ada")).all().map(\.number)
    #expect(try copies(store) == others)
    #expect(try store.history.consumers().map(\.lag) == [0])
  }

  @Test func `two runs of one consumer share the work`() async throws {
    let store = try await store(500)
    let copier = store.history.consumer("copier")
    async let first: Void = copier.process(Self.copy)
    async let second: Void = copier.process(Self.copy)
    _ = try await (first, second)
    #expect(try copies(store) == Array(1...500))
  }

  @Test func `a removed consumer is forgotten and begins anew`() async throws {
    let store = try await store(3)
    let reader = store.history.consumer("reader")
    try await reader.deliver { _ in }
    let removed = try store.history.removeConsumer("reader")
    let again = try store.history.removeConsumer("reader")
    #expect(removed && !again)
    #expect(try store.history.consumers().isEmpty)
    let seen = Seen()
    try await reader.deliver { for transaction in $0 { seen.add(transaction.number) } }
    #expect(seen.all == [1, 2, 3])
  }
}
