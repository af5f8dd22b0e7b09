import BenchSupport
import SQLFloor

/// What `sqltrace` recorded of another run, done again in C.
enum SQLFloorRuns {
  static func run(_ name: String, _ path: String, _ events: Int, _ file: String) -> Timing? {
    let callers = name.split(separator: "-").last.flatMap { Int($0) }
    let isSlowest = name == "c-sql-slowest"
    guard name == "c-sql" || isSlowest || callers != nil else { return nil }
    let floor = sql_floor_open(path, file)
    defer { sql_floor_close(floor) }
    if isSlowest {
      return Timing.slowest(of: events) { _ in precondition(sql_floor_transaction(floor)) }
    }
    return Timing.of(events) {
      if let callers { sql_floor_callers(floor, Int32(callers)) } else { sql_floor_run(floor) }
    }
  }
}
