#if Peers
import BenchSupport
import SQLFloor

/// What `sqltrace` recorded of another run, done again in C.
enum SQLFloorRuns {
  static func run(_ name: String, _ path: String, _ events: Int, _ file: String) -> Timing? {
    let callers = name.split(separator: "-").last.flatMap { Int($0) }
    guard name == "c-sql" || callers != nil else { return nil }
    let floor = sql_floor_open(path, file)
    defer { sql_floor_close(floor) }
    return Timing.of(events) {
      if let callers { sql_floor_callers(floor, Int32(callers)) } else { sql_floor_run(floor) }
    }
  }
}
#endif
