import BenchSupport
import Foundation

/// Runs one measured thing in SQLite, as `event-bench` does in Daybook.
///
/// `peer-bench RUN PATH EVENTS [BATCH|CALLERS|FILE] [SYNCHRONOUS]`: WAL, synchronous=FULL unless
/// told.
@main enum PeerBench {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let events = Int(arguments[3]) else {
      print("usage: peer-bench RUN PATH EVENTS [BATCH|CALLERS|FILE] [SYNCHRONOUS]")
      exit(2)
    }
    let (name, path) = (arguments[1], arguments[2])
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let more = arguments.dropFirst(4).first ?? ""
    let synchronous = arguments.dropFirst(5).first ?? "FULL"
    let timing =
      if let timing = SQLFloorRuns.run(name, path, events, more) {
        timing
      } else {
        try await run(name, try PeerStore(path, synchronous: synchronous), events, more)
      }
    print("\(timing.operations) \(timing.wall) \(timing.processor)")
  }

  private static func run(
    _ name: String, _ store: PeerStore, _ events: Int, _ more: String
  ) async throws -> Timing {
    let count = Int(more) ?? 1000
    switch name {
    case "statements": return try store.append(StatementTables.self, events, batch: count)
    case "records": return try store.append(RecordTables.self, events, batch: count)
    case "log-statements":
      return try store.append(StatementTables.self, events, batch: count, keepsViews: false)
    case "log-records":
      return try store.append(RecordTables.self, events, batch: count, keepsViews: false)
    case "callers": return try await store.append(events, callers: count)
    default: break
    }
    guard let timing = try PeerReading(pool: store.pool, mark: store.mark).run(name, events)
    else {
      print("there is no run called \(name)")
      exit(2)
    }
    return timing
  }
}
