import DaybookTesting
import LMDB
import TemporaryFolders
import Testing

@testable import Daybook

/// Loops that go on with what is committed later.
struct FollowTests {
  /// One loop, one step at a time.
  private actor Follower {
    private var iterator: History.Transactions.AsyncIterator

    init(_ transactions: History.Transactions) { iterator = transactions.makeAsyncIterator() }

    func next() async throws -> UInt64? {
      var copy = iterator
      defer { iterator = copy }
      return try await copy.next()?.number
    }
  }

  private static func append(_ store: EventStore, _ count: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await store.append(durability: .relaxed) { draft in
            try draft.append(PantryEvent.eaten, to: UUID())
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `10,000 pauses between catching up and following leave no gap and no duplicate`()
    async throws
  {
    var random = SeededGenerator(seed: 7)
    let store = try EventStore.temporary(schema: Schema().entity(PantryItem.self))
    let follower = Follower(store.history.transactions().follow)
    var (appended, read): (UInt64, UInt64) = (0, 0)
    for _ in 0..<10_000 {
      let burst = Int.random(in: 0...3, using: &random)
      if read == appended, Bool.random(using: &random) {
        // The loop waits, or is about to, while the next ones are committed.
        let waiting = Task { try await follower.next() }
        if Bool.random(using: &random) { await Task.yield() }
        try await Self.append(store, burst + 1)
        appended += UInt64(burst) + 1
        read += 1
        let number = try await waiting.value
        #expect(number == read)
      } else {
        try await Self.append(store, burst)
        appended += UInt64(burst)
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) where read < appended {
        read += 1
        let number = try await follower.next()
        #expect(number == read)
      }
    }
    #expect(appended > 10_000)
  }

  @Test func `a filtered loop passes over what is not wanted and still wakes up`() async throws {
    let store = try EventStore.temporary(schema: pantry)
    let follower = Follower(store.history.transactions(where: .author("Ben")).follow)
    let waiting = Task { try await follower.next() }
    for number in 1...20 {
      try await store.append(author: number == 20 ? "Ben" : "Ada", durability: .relaxed) { draft in
        try draft.append(PantryEvent.eaten, to: UUID())
      }
    }
    #expect(try await waiting.value == 20)
  }

  /// It would read without end, and never notice that the file was replaced.
  @Test func `who follows a store that was opened without a change waits for a commit`() throws {
    let folder = try TemporaryFolder(inMemory: true)
    for _ in 0..<2 {
      let store = try EventStore.open(at: folder.path, schema: Schema().entity(PantryItem.self))
      let last = try store.withEnvironment { $0.lastTransactionID }
      #expect(store.signal.version <= last)
      try store.close()
    }
  }

  @Test func `cancelling ends a loop that waits`() async throws {
    let store = try EventStore.temporary(schema: pantry)
    let transactions = store.history.transactions().follow
    let waiting = Task {
      var count = 0
      for try await _ in transactions { count += 1 }
      return count
    }
    await Task.yield()
    waiting.cancel()
    #expect(try await waiting.value == 0)
  }

  @Test func `a loop with an end stops there and with its limit`() async throws {
    let store = try EventStore.temporary(schema: pantry)
    try await Self.append(store, 10)
    let token = try store.read { try $0.transaction(4)?.token }
    let until = Follower(store.history.transactions(before: token).follow)
    var numbers: [UInt64] = []
    while let number = try await until.next() { numbers.append(number) }
    #expect(numbers == [1, 2, 3, 4])
    let limited = try store.history.transactions(after: token, limit: 2).all().map(\.number)
    #expect(limited == [5, 6])
  }
}
