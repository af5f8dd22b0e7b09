import BenchRuns
import BenchSupport
import Benchmark
import Foundation

/// The runs that need no peer, for `swift package benchmark`: on machines with performance counters
/// it counts instructions too, and it keeps baselines to compare with.
///
/// ```
/// export DAYBOOK_SUITE=1
/// cd Benchmarks
/// swift package benchmark
/// swift package --allow-writing-to-package-directory benchmark baseline update before
/// swift package benchmark baseline compare before
/// ```
/// Metrics are of all operations of a run, which each title tells.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.instructions, .wallClock, .throughput, .peakMemoryResident],
    maxDuration: .seconds(3), maxIterations: 20)
  for work in Work.all {
    Benchmark(work.title) { benchmark in try await work.run(benchmark) }
  }
  Benchmark.teardown = { try? FileManager.default.removeItem(at: Work.directory) }
}

/// One run and the store that it gets.
struct Work: Sendable {
  enum Store {
    /// A new one.
    case new
    /// One that holds the events, which the run only reads.
    case shared
    /// A copy of it, which the run changes.
    case copied
  }

  static let directory = FileManager.default.temporaryDirectory
    .appending(path: "daybook-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
  private static let events = 10_000

  let title: String
  let name: String
  var more = "1000"
  var store = Store.shared
  var events = Self.events

  static let all = [
    Work(title: "Append 10,000 events, log only", name: "log", store: .new),
    Work(title: "Append 10,000 events, 1,000 a transaction", name: "append", store: .new),
    Work(
      title: "Append 10,000 events in bulk, one a transaction", name: "bulk", more: "1", store: .new
    ),
    Work(
      title: "Append 100 events, one a durable transaction", name: "append", more: "1", store: .new,
      events: 100),
    Work(
      title: "Append 1,024 entries by 64 callers", name: "callers", more: "64", store: .copied,
      events: 1_024),
    Work(title: "Raw replay of 10,000 events", name: "replay"),
    Work(title: "Decoded replay of 10,000 events", name: "decode"),
    Work(title: "Rebuild all projections of 10,000 events", name: "rebuild", store: .copied),
    Work(title: "Verify 10,000 events", name: "verify"),
    Work(title: "Open to the first view", name: "first-view"),
    Work(title: "Read 2,000 rows of a view", name: "point"),
    Work(title: "Read 100 pages of 50 entries", name: "day"),
    Work(title: "Read 20 pages of 50 transactions", name: "page", more: ""),
  ]

  /// Measures what the run measures, without what it prepares.
  func run(_ benchmark: Benchmark) async throws {
    let path = try await place()
    Timing.observer = (benchmark.startMeasurement, benchmark.stopMeasurement)
    defer { Timing.observer = nil }
    _ = try await Runs.run(name, path, events: events, more)
  }

  private func place() async throws -> String {
    let new = Self.directory.appending(path: "new")
    try? FileManager.default.removeItem(at: new)
    switch store {
    case .new:
      try FileManager.default.createDirectory(at: new, withIntermediateDirectories: true)
      return new.path()
    case .shared: return try await Self.made().path()
    case .copied:
      try FileManager.default.copyItem(at: try await Self.made(), to: new)
      return new.path()
    }
  }

  /// The store that reading runs share.
  private static func made() async throws -> URL {
    let shared = directory.appending(path: "shared")
    if !FileManager.default.fileExists(atPath: shared.path()) {
      try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
      _ = try await Runs.run("bulk", shared.path(), events: events, "1")
    }
    return shared
  }
}
