import BenchSupport
import Daybook
import Dispatch
import Foundation
import HouseholdRuns
import Interchange
import Nursery
import NurseryHousehold
import Synchronization

/// Backups and logs as files, beside the store.
enum BackupRuns {
  static func run(_ name: String, _ path: String, events: Int) throws -> Timing? {
    switch name {
    case "backup": try backUp(path, events: events)
    case "restore": try restore(path, events: events)
    case "log-write": try write(path, events: events)
    case "log-absorb": try absorb(path, events: events)
    default: nil
    }
  }

  private static func schema() throws -> Schema {
    try .nursery(boundary: EngineRuns.boundary, views: .history)
  }

  /// A full backup while another thread appends durably; says how long the slowest append took.
  private static func backUp(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    let backup = Backup("\(path)-backups")
    let appender = Appender(store)
    appender.start()
    let timing = try Timing.of(events) { try backup.run(store, full: true) }
    let slowest = appender.end()
    FileHandle.standardError.write(
      Data("slowest append: \(slowest / .milliseconds(1)) ms\n".utf8))
    return timing
  }

  /// Restores the newest backup into a new store, and checks that.
  private static func restore(_ path: String, events: Int) throws -> Timing {
    let target = "\(path)-restored"
    try? FileManager.default.removeItem(atPath: target)
    return try Timing.of(events) {
      try Backup("\(path)-backups").restore(into: target, schema: schema())
    }
  }

  private static func file(_ path: String) -> URL { URL(fileURLWithPath: "\(path).ndjson") }

  private static func write(_ path: String, events: Int) throws -> Timing {
    let store = try EngineRuns.open(path)
    return try Timing.of(events) { try LogFile.write(store, to: file(path).path) }
  }

  /// Checks the file that `log-write` made and takes it into an empty store.
  private static func absorb(_ path: String, events: Int) throws -> Timing {
    let target = "\(path)-absorbed"
    try? FileManager.default.removeItem(atPath: target)
    let store = try EngineRuns.open(target)
    return try Timing.of(events) { try LogFile(file(path).path).absorb(into: store) }
  }
}

/// Appends durably, one after another, until it is told to end.
private final class Appender: Sendable {
  private let store: EventStore
  private let isDone = Atomic(false)
  private let slowest = Mutex(Duration.zero)
  private let ended = DispatchSemaphore(value: 0)

  init(_ store: EventStore) { self.store = store }

  func start() {
    let entries = Dataset(entries: 10_000).steps.map(DatasetEntry.of)
    Thread.detachNewThread { self.append(entries) }
  }

  private func append(_ entries: [DatasetEntry]) {
    let clock = ContinuousClock()
    for entry in entries where !isDone.load(ordering: .relaxed) {
      let start = clock.now
      _ = try? store.append { try entry.append(to: &$0) }
      slowest.withLock { $0 = max($0, start.duration(to: clock.now)) }
    }
    ended.signal()
  }

  /// How long the slowest append took.
  func end() -> Duration {
    isDone.store(true, ordering: .relaxed)
    ended.wait()
    return slowest.withLock { $0 }
  }
}
