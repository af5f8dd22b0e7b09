import BenchSupport
import CFloor
import Daybook
import Foundation

/// Runs one measured thing and prints the number of operations, seconds of time and of the
/// processor.
///
/// `event-bench append PATH EVENTS BATCH` makes the store that `rebuild`, `replay` and others read,
/// `bulk PATH EVENTS 1` that of `past-…`, `small PATH TRANSACTIONS` that of `page…`;
/// `c-append PATH EVENTS FILE` does what `calltrace` recorded.
@main enum EventBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let events = Int(arguments[3]) else {
      print("usage: event-bench RUN PATH EVENTS …")
      exit(2)
    }
    let timing = try run(
      arguments[1], arguments[2], events, arguments.count > 4 ? arguments[4] : "")
    print("\(timing.operations) \(timing.wall) \(timing.processor)")
  }

  static func run(
    _ name: String, _ path: String, _ events: Int, _ more: String
  ) throws -> Timing {
    let batch = Int(more) ?? 1000
    return switch name {
    case "append": try EngineRuns.append(path, events: events, batch: batch)
    case "relaxed":
      try EngineRuns.append(path, events: events, batch: batch, durability: .relaxed)
    case "bulk":
      try EngineRuns.append(path, events: events, batch: batch, durability: .bulk)
    case "rebuild": try EngineRuns.rebuild(path, events: events)
    case "layer-replay": try LayerRuns.replay(path, events: events)
    case "replay": try EngineRuns.replay(path, events: events)
    case "decode": try EngineRuns.decode(path, events: events)
    case "verify": try EngineRuns.verify(path, events: events)
    case "dataset": Timing.of(Dataset(events: events).steps.count) {}
    case "small": try HistoryRuns.append(path, transactions: events)
    case "page": try HistoryRuns.page(path)
    case "page-author": try HistoryRuns.page(path, where: .author(more))
    case "past-entity": try TimeTravelRuns.entity(path, events: events)
    case "past-view": try TimeTravelRuns.view(path, events: events)
    case "past-changes": try TimeTravelRuns.changes(path, events: events)
    case "first-view": try TimeTravelRuns.firstView(path)
    case "c-append", "c-bulk": FloorRuns.calls(path, file: more, events: events)
    case "c-commits": FloorRuns.commits(path, events: events)
    case "c-rebuild": FloorRuns.rebuild(path, events: events)
    case "c-replay": FloorRuns.replay(path, events: events)
    default: throw StoreError(.invalidArgument, "there is no run called \(name)")
    }
  }
}
