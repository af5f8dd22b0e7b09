import BenchSupport
import Daybook
import Dispatch
import Foundation
import Interchange
import Nursery
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
    let isDone = Atomic(false)
    let slowest = Mutex(Duration.zero)
    let thread = Appender(store, isDone: { isDone.load(ordering: .relaxed) }) { time in
      slowest.withLock { $0 = max($0, time) }
    }
    thread.start()
    let timing = try Timing.of(events) { try backup.run(store, full: true) }
    isDone.store(true, ordering: .relaxed)
    thread.join()
    FileHandle.standardError.write(
      Data("slowest append: \(slowest.withLock { $0 / .milliseconds(1) }) ms\n".utf8))
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
    return try Timing.of(events) { try LogFile.write(store, to: file(path)) }
  }

  /// Checks the file that `log-write` made and takes it into an empty store.
  private static func absorb(_ path: String, events: Int) throws -> Timing {
    let target = "\(path)-absorbed"
    try? FileManager.default.removeItem(atPath: target)
    let store = try EngineRuns.open(target)
    return try Timing.of(events) { try LogFile(file(path)).absorb(into: store) }
  }
}

/// Appends durably, one after another, until it is told to end.
private final class Appender: Thread, @unchecked Sendable {  // constants, and a semaphore
  private let store: EventStore
  private let isDone: () -> Bool
  private let took: (Duration) -> Void
  private let end = DispatchSemaphore(value: 0)

  init(
    _ store: EventStore, isDone: @escaping () -> Bool, took: @escaping (Duration) -> Void
  ) {
    (self.store, self.isDone, self.took) = (store, isDone, took)
  }

  override func main() {
    let clock = ContinuousClock()
    for entry in Dataset(entries: 10_000).steps.map(Entry.of) {
      if isDone() { break }
      let start = clock.now
      _ = try? store.append { try entry.append(to: &$0) }
      took(start.duration(to: clock.now))
    }
    end.signal()
  }

  func join() { end.wait() }
}
