import BenchSupport
import CFloor

/// The same work as in `EngineRuns`, as far as LMDB has to do it, in C.
enum FloorRuns {
  /// Does again what `calltrace` recorded of `EngineRuns.append`.
  static func calls(_ path: String, file: String, events: Int) -> Timing {
    Timing.of(events) { floor_calls(path, file) }
  }

  /// Loads every projection's rows, sorted.
  static func rebuild(_ path: String, events: Int) -> Timing {
    Timing.of(events) { floor_rebuild(path) }
  }

  /// Walks the log and adds up its bytes.
  static func replay(_ path: String, events: Int) -> Timing {
    let store = floor_open(path, "events")
    defer { floor_close(store) }
    return Timing.of(events) { precondition(floor_scan(store, UInt64(events)) > 0) }
  }

  /// One row of 145 bytes a commit.
  static func commits(_ path: String, events: Int) -> Timing {
    let store = floor_open(path, "rows")
    defer { floor_close(store) }
    let record = [UInt8](repeating: 0x5A, count: 145)
    return Timing.of(events) {
      record.withUnsafeBytes {
        floor_append(store, 1, UInt64(events), 1, $0.baseAddress, $0.count)
      }
    }
  }
}
