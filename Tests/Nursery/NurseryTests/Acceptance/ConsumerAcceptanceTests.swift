import Daybook
import Nursery
import Synchronization
import TemporaryFolders
import Testing

/// BD-12: the history as a feed for synchronisation and widgets.
struct ConsumerAcceptanceTests {
  private final class Seen: Sendable {
    private let numbers = Mutex<[UInt64]>([])
    var all: [UInt64] { numbers.withLock { $0 } }
    func add(_ number: UInt64) { numbers.withLock { $0.append(number) } }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> EventStore {
    try EventStore.open(
      at: folder.url.appendingPathComponent("store").path,
      schema: .nursery(boundary: DayBoundary(zone: "UTC")))
  }

  @discardableResult
  private func write(
    _ store: EventStore, _ numbers: Range<Int>, author: String = "Ada"
  ) async throws -> History.Token? {
    var token: History.Token?
    for number in numbers {
      token = try await store.append(author: author) { draft in
        let start = Date(timeIntervalSinceReferenceDate: Double(number))
        try draft.record(UUIDs.number(2, number), DiaperChange(time: start, wet: true))
      }
    }
    return token
  }

  @Test func `BD-12: who has a token gets the later transactions in order`() async throws {
    let store = try open()
    let token = try #require(try await write(store, 0..<3))
    try await write(store, 3..<5, author: "sync")
    try await write(store, 5..<8)
    let later = try store.history.transactions(after: token).all().map(\.number)
    #expect(later == [4, 5, 6, 7, 8])
    let others = try store.history.transactions(after: token, where: .notAuthor("sync")).all()
    #expect(others.map(\.number) == [6, 7, 8])
    #expect(others.allSatisfy { $0.author == "Ada" })
  }

  @Test func `BD-12: a consumer's place is there after a restart, and its echo is not`()
    async throws
  {
    let seen = Seen()
    let work: @Sendable ([History.Transaction]) async throws -> Void = { transactions in
      for transaction in transactions { seen.add(transaction.number) }
    }
    var store = try open()
    try await write(store, 0..<3)
    try await store.history.consumer("sync", where: .notAuthor("sync")).deliver(work)
    try await write(store, 3..<5, author: "sync")
    try await write(store, 5..<6)
    try await store.close()
    store = try open()
    #expect(try store.history.consumers().map(\.name) == ["sync"])
    try await store.history.consumer("sync", where: .notAuthor("sync")).deliver(work)
    #expect(seen.all == [1, 2, 3, 6])
    #expect(try store.history.consumers().map(\.lag) == [0])
  }
}
