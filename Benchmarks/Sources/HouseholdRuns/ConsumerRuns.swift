import BenchSupport
import Daybook
import Nursery
import Synchronization

/// What follows the log: consumers that catch up, and widgets.
enum ConsumerRuns {
  /// Works on every transaction inside the store, without writing anything but the place.
  static func process(_ path: String, transactions: Int) async throws -> Timing {
    let consumer = try EngineRuns.open(path).history.consumer("process")
    let seen = Mutex(0)
    let timing = try await Timing.of(transactions) {
      try await consumer.process { _, _ in seen.withLock { $0 += 1 } }
    }
    precondition(seen.withLock { $0 } >= transactions)
    return timing
  }

  /// Gets every transaction delivered.
  static func deliver(_ path: String, transactions: Int) async throws -> Timing {
    let consumer = try EngineRuns.open(path).history.consumer("deliver")
    let seen = Mutex(0)
    let timing = try await Timing.of(transactions) {
      try await consumer.deliver { page in seen.withLock { $0 += page.count } }
    }
    precondition(seen.withLock { $0 } >= transactions)
    return timing
  }

  /// Builds the widgets' files, again and again.
  static func snapshots(_ path: String, folder: String) throws -> Timing {
    let store = try EngineRuns.open(path)
    let publisher = SnapshotPublisher(store: store, builder: WidgetSnapshots(), folder: folder)
    let considered = try publisher.refresh().considered
    precondition(considered > 0)
    return try Timing.of(10) {
      for _ in 0..<10 { try publisher.refresh() }
    }
  }
}
