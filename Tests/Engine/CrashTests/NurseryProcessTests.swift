import Daybook
import Nursery
import Synchronization
import TemporaryFolders
import TestRun
import Testing

/// BD-12 with two processes: the history of a family's store as a feed for synchronisation.
@Suite(.tags(.crash)) struct NurseryProcessTests {
  private final class Seen: Sendable {
    private let numbers = Mutex<[UInt64]>([])
    var all: [UInt64] { numbers.withLock { $0 } }
    func add(_ number: UInt64) { numbers.withLock { $0.append(number) } }
  }

  private let directory: TemporaryFolder
  private let seen = Seen()

  init() throws { directory = try TemporaryFolder() }

  private func open() throws -> EventStore {
    try EventStore.open(
      at: directory.path, schema: .nursery(boundary: DayBoundary(zone: "UTC")))
  }

  /// The numbers of the transactions that were written.
  private func write(_ store: EventStore, _ count: Int, as author: String) async throws -> [UInt64]
  {
    var numbers: [UInt64] = []
    for _ in 0..<count {
      let token = try await store.append(author: author) { draft in
        try draft.record(UUID(), DiaperChange(time: Date(), solid: true))
      }
      numbers.append(token.number)
    }
    return numbers
  }

  private func numbers(_ lines: [String]) -> [UInt64] {
    lines.compactMap { $0.hasPrefix("wrote ") ? UInt64($0.dropFirst(6)) : nil }
  }

  private func deliver(_ store: EventStore) async throws {
    try await store.history.consumer("sync").deliver { [seen] in
      for transaction in $0 { seen.add(transaction.number) }
    }
  }

  @Test func `BD-12: what two processes write is delivered once, in order and without the echo`()
    async throws
  {
    var store = try open()
    let first = try await write(store, 3, as: "app")
    let token = try store.read { try $0.token() }
    let widget = try Victim("nursery", at: directory.path)
    #expect(widget.lines(through: "ready").last == "ready")
    widget.say("40")
    var own = first
    for _ in 0..<8 {
      own += try await write(store, 5, as: "app")
      _ = try await write(store, 2, as: "sync")
      try await deliver(store)
    }
    let theirs = numbers(widget.lines(through: "finished"))
    #expect(theirs.count == 40)
    try await deliver(store)
    #expect(seen.all == (own + theirs).sorted())
    let later = try store.history.transactions(after: token).all().map(\.number)
    #expect(later == Array(4...UInt64(3 + 40 + 56)))

    // The place is there after a restart, and the other process has gone on meanwhile.
    try await store.close()
    widget.say("10")
    let more = numbers(widget.lines(through: "finished"))
    store = try open()
    try await deliver(store)
    #expect(seen.all == (own + theirs).sorted() + more)
    #expect(widget.end().isEmpty)
    #expect(try await store.verify().ok)
  }
}
