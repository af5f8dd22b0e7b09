import CFloor
import Daybook
import Foundation

/// Runs one measured thing and prints how many operations it did in how many seconds.
///
/// `event-bench append PATH EVENTS BATCH`, `event-bench rebuild PATH` …
@main enum EventBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      print("usage: event-bench {append,relaxed,rebuild,replay,decode,verify} PATH …")
      exit(2)
    }
    let measurement = try run(
      arguments[1], arguments[2], arguments.dropFirst(3).compactMap(Int.init))
    let parts = measurement.time.components
    let seconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    print("\(measurement.operations) \(seconds)")
  }

  static func run(_ name: String, _ path: String, _ numbers: [Int]) throws -> Measurement {
    switch name {
    case "append": try EngineRuns.append(path, events: numbers[0], batch: numbers[1])
    case "relaxed":
      try EngineRuns.append(path, events: numbers[0], batch: numbers[1], durability: .relaxed)
    case "rebuild": try EngineRuns.rebuild(path)
    case "replay": try EngineRuns.replay(path)
    case "decode": try EngineRuns.decode(path)
    case "verify": try EngineRuns.verify(path)
    default:
      throw StoreError(.invalidArgument, "there is no run called \(name)")
    }
  }
}
