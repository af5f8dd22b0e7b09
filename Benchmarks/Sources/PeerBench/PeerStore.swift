import BenchSupport
import GRDB
import NurseryHousehold

/// The peer's file, and what writes to it.
struct PeerStore {
  let pool: DatabasePool

  /// Opens `data.sqlite` in a directory, making its tables when there are none.
  init(_ path: String, synchronous: String) throws {
    pool = try DatabasePool(path: path + "/data.sqlite")
    // The pool itself asks for NORMAL, after whatever its configuration prepares.
    try pool.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA synchronous = \(synchronous)")
    }
    try pool.write { db in
      if try !db.tableExists("events") { try db.execute(sql: PeerSchema.sql) }
    }
  }

  /// Tells `sqltrace`, when it is preloaded, that from here on it is measured.
  func mark() throws {
    try pool.writeWithoutTransaction { try $0.execute(sql: "SELECT 'measured from here'") }
  }

  /// Appends a household's events, `batch` a transaction.
  func append<Tables: PeerTables>(
    _: Tables.Type, _ events: Int, batch: Int, keepsViews: Bool = true
  ) throws -> Timing {
    let steps = Dataset(events: events).steps
    try mark()
    return try Timing.of(events) {
      for start in stride(from: 0, to: steps.count, by: batch) {
        let part = steps[start..<min(start + batch, steps.count)]
        try pool.write { db in
          var log = try PeerLog<Tables>(
            db, save: Int64(start / batch), position: Int64(start), keepsViews: keepsViews)
          for step in part { try log.append(step) }
        }
      }
    }
  }

  /// Appends transactions of one event by so many tasks; the pool lets one write at a time.
  func append(_ events: Int, callers: Int) async throws -> Timing {
    let steps = Dataset(entries: events).steps
    try mark()
    return try await Timing.of(steps.count) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for caller in 0..<callers {
          group.addTask {
            for index in stride(from: caller, to: steps.count, by: callers) {
              try await pool.write { db in
                var log = try PeerLog<StatementTables>(
                  db, save: Int64(index), position: Int64(index))
                try log.append(steps[index])
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
