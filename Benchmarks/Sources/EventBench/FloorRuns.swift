import BenchSupport
import CFloor

/// The same work as in the other runs, as far as LMDB or the disk has to do it, in C.
enum FloorRuns {
  static func run(_ name: String, _ path: String, _ events: Int, _ more: String) -> Timing? {
    switch name {
    case "c-calls": Timing.of(events) { floor_calls(path, more, false) }
    case "c-relaxed": Timing.of(events) { floor_calls(path, more, true) }
    case "c-rebuild": Timing.of(events) { floor_rebuild(path, more) }
    case "c-replay": Timing.of(events) { precondition(floor_check(path, "events") == events) }
    case "c-points": points(path, table: more)
    case "c-commits": commits(path, events: events)
    case "c-file": file(path, events: events)
    default: nil
    }
  }

  /// As long as a feed's record in the log is.
  private static let record = [UInt8](repeating: 0x5A, count: 145)

  /// One row a commit.
  private static func commits(_ path: String, events: Int) -> Timing {
    let store = floor_open(path, "rows")
    defer { floor_close(store) }
    return Timing.of(events) {
      record.withUnsafeBytes {
        floor_append(store, 1, UInt64(events), 1, $0.baseAddress, $0.count)
      }
    }
  }

  /// One record a flush, without any store.
  private static func file(_ path: String, events: Int) -> Timing {
    let file = floor_file_open(path)
    return Timing.of(events) {
      record.withUnsafeBytes { floor_file_append(file, UInt64(events), $0.baseAddress, $0.count) }
    }
  }

  /// Random rows of a view.
  private static func points(_ path: String, table: String) -> Timing {
    let points = floor_points_open(path, table)
    defer { floor_points_close(points) }
    return Timing.of(2_000) { precondition(floor_points_get(points, 2_000) > 0) }
  }
}
