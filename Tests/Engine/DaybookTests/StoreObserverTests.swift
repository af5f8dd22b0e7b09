import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import Daybook

/// What observers of a store are told.
struct StoreObserverTests {
  /// Remembers what it is told, and lets a test wait for it.
  final class Witness: StoreObserver {
    enum Report: Equatable {
      case commit(StoreCommit)
      case read(SlowRead)
      case quarantine([QuarantinedItem])
      case progress(RebuildProgress)
      case missed(Int)
    }

    private let stream = AsyncStream<Report>.makeStream()
    private let known = Mutex<[Report]>([])
    let isHeld = Mutex(false)

    private func tell(_ report: Report) {
      while isHeld.withLock({ $0 }) { sched_yield() }
      known.withLock { $0.append(report) }
      stream.continuation.yield(report)
    }

    func didCommit(_ commit: StoreCommit) { tell(.commit(commit)) }
    func didReadSlowly(_ read: SlowRead) { tell(.read(read)) }
    func didQuarantine(_ items: [QuarantinedItem]) { tell(.quarantine(items)) }
    func didAdvance(_ progress: RebuildProgress) { tell(.progress(progress)) }
    func didMiss(_ count: Int) { tell(.missed(count)) }

    /// The next report.
    func next() async throws -> Report {
      var iterator = stream.stream.makeAsyncIterator()
      return try #require(await iterator.next())
    }

    func commit() async throws -> StoreCommit {
      guard case .commit(let commit) = try await next() else { throw PantryError.negative }
      return commit
    }

    var reports: [Report] { known.withLock { $0 } }
  }

  private let witness = Witness()

  private func options(slow: Duration = .seconds(3_600)) -> StoreOptions {
    var options = StoreOptions()
    options.observers = [witness]
    options.slowReadThreshold = slow
    return options
  }

  private func buy(_ count: Int, _ draft: inout Draft) throws {
    for number in 0..<count {
      let item = PantryItem(name: "n\(number)", amount: 1, shelf: "top")
      try draft.append(PantryEvent.bought(item), to: UUID.timeOrdered())
    }
  }

  @Test func `a commit tells its transactions, events, bytes and time`() async throws {
    var options = options()
    // An event is longer where its millisecond has more transactions.
    let clock = TestClock()
    options.now = { clock.now }
    let store = try EventStore.temporary(schema: pantry, options: options)
    clock.advance(by: 1)
    try await store.append { try buy(3, &$0) }
    let first = try await witness.commit()
    #expect(first.transactions == 1...1 && first.events == 3)
    #expect(first.bytes > 3 * 32 && first.bytes < 3 * 200)
    #expect(first.duration > .zero)
    clock.advance(by: 1)
    try await store.append { try buy(1, &$0) }
    let second = try await witness.commit()
    #expect(second.transactions == 2...2 && second.events == 1)
    #expect(second.bytes * 3 == first.bytes)
  }

  @Test func `bulk appends are told with their commits, each once`() async throws {
    let store = try EventStore.temporary(schema: pantry, options: options())
    for _ in 0..<5 { try await store.append(durability: .bulk) { try buy(2, &$0) } }
    try await store.flush()
    // One commit, or more when the machine is busy.
    var (next, events): (UInt64, Int) = (1, 0)
    while next <= 5 {
      let commit = try await witness.commit()
      #expect(commit.transactions.lowerBound == next)
      next = commit.transactions.upperBound + 1
      events += commit.events
    }
    #expect(next == 6 && events == 10)
  }

  @Test func `what writes no transaction is no commit`() async throws {
    let store = try EventStore.temporary(schema: pantry, options: options())
    try await store.append { _ in }
    try await store.history.consumer("badges").process { _, _ in }
    _ = try? await store.append { _ in throw PantryError.negative }
    try await store.append { try buy(1, &$0) }
    let commit = try await witness.commit()
    #expect(commit.events == 1)
    #expect(witness.reports.count == 1)
  }

  @Test func `a slow read tells where it is, and a quick one nothing`() async throws {
    let quick = try EventStore.temporary(schema: pantry, options: options())
    _ = try quick.read { try $0.token() }
    let store = try EventStore.temporary(schema: pantry, options: options(slow: .zero))
    let line = #line + 1
    _ = try store.read { try $0.token() }
    #expect(
      try await witness.next()
        == .read(SlowRead(duration: duration(), file: #fileID, line: line)))
    #expect(try store.values { try $0.token() }.current().transaction == 0)
    guard case .read(let read) = try await witness.next() else { throw PantryError.negative }
    #expect(read.duration > .zero)
  }

  /// That of the first read: what is compared is the place.
  private func duration() -> Duration {
    for case .read(let read) in witness.reports { return read.duration }
    return .zero
  }

  @Test func `a rebuild tells how far it has come`() async throws {
    let store = try EventStore.temporary(schema: pantry, options: options())
    try await store.append { try buy(30, &$0) }
    _ = try await witness.commit()
    try store.startRebuild(of: Shelves.name)
    #expect(try !store.advanceRebuild(of: Shelves.name, limit: 10))
    try await store.rebuild(Shelves.name)
    guard case .progress(let progress) = try await witness.next() else {
      throw PantryError.negative
    }
    #expect(
      progress
        == RebuildProgress(
          projection: Shelves.name, entities: 20, done: 30, total: 30, hasEnded: true))
  }

  @Test func `steps of a rebuild are counted, also those of an earlier run`() throws {
    let store = try EventStore.temporary(schema: pantry)
    try store.append { try buy(25, &$0) }
    try store.startRebuild(of: Shelves.name)
    func step() throws -> RebuildTaken {
      try store.change { scope in
        let projection = try scope.projection(Shelves.name)
        return try Rebuild.advanceTogether([projection], &scope, by: RebuildStep(entities: 10))
          .counts
      }
    }
    #expect(try step().done == 10)
    // As a process that goes on with it finds it.
    try store.change { try $0.projection(Shelves.name).reached = BuildReach() }
    let second = try step()
    #expect(second.done == 20 && second.total == 25 && !second.hasEnded)
    let last = try step()
    #expect(last.done == 25 && last.entities == 5 && last.hasEnded)
  }

  @Test func `an interrupted rebuild is counted on by the next open`() async throws {
    let directory = try TemporaryFolder()
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry)
      try await store.append { try buy(30, &$0) }
      try store.startRebuild(of: Shelves.name)
      _ = try store.advanceRebuild(of: Shelves.name, limit: 10)
      try await store.close()
    }
    let store = try EventStore.open(at: directory.path, schema: pantry, options: options())
    guard case .progress(let progress) = try await witness.next() else {
      throw PantryError.negative
    }
    #expect(progress.entities == 20 && progress.done == 30 && progress.total == 30)
    try await store.close()
  }

  @Test func `observers may use the store, blocking calls included`() async throws {
    final class Echo: StoreObserver {
      let store = Mutex<EventStore?>(nil)
      func didCommit(_ commit: StoreCommit) {
        guard commit.transactions.upperBound == 1 else { return }
        let store = store.withLock { $0 }
        _ = try? store?.append { draft in
          let item = PantryItem(name: "echo", amount: Int64(commit.events))
          try draft.append(PantryEvent.bought(item), to: UUID())
        }
      }
    }
    let echo = Echo()
    var options = options()
    options.observers.append(echo)
    let store = try EventStore.temporary(schema: pantry, options: options)
    echo.store.withLock { $0 = store }
    try await store.append { try buy(1, &$0) }
    _ = try await witness.commit()
    #expect(try await witness.commit().transactions == 2...2)
    echo.store.withLock { $0 = nil }
  }

  @Test func `a slow observer delays nobody, and is told what it missed`() async throws {
    let store = try EventStore.temporary(schema: pantry, options: options(slow: .zero))
    witness.isHeld.withLock { $0 = true }
    for _ in 0..<StoreReports.limit + 50 { _ = try store.read { try $0.token() } }
    #expect(witness.reports.isEmpty)
    witness.isHeld.withLock { $0 = false }
    var missed = 0
    while missed == 0 { if case .missed(let count) = try await witness.next() { missed = count } }
    #expect(missed == 50)
  }

  @Test func `reports that wait when a store closes are handed out`() async throws {
    let store = try EventStore.temporary(schema: pantry, options: options())
    witness.isHeld.withLock { $0 = true }
    for _ in 0..<3 { try await store.append { try buy(1, &$0) } }
    try await store.close()
    witness.isHeld.withLock { $0 = false }
    for number in 1...3 as ClosedRange<UInt64> {
      #expect(try await witness.commit().transactions == number...number)
    }
  }

  @Test func `a store that goes lets its observers go`() async throws {
    weak let left: Witness?
    do {
      let witness = Witness()
      left = witness
      var options = StoreOptions()
      options.observers = [witness]
      let store = try EventStore.temporary(schema: pantry, options: options)
      try await store.append { try buy(1, &$0) }
      _ = try await witness.commit()
    }
    while left != nil { await Task.yield() }
  }
}
