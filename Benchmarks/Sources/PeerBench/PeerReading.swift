import BenchSupport
import Daybook
import Foundation
import GRDB
import Nursery
import NurseryHousehold

/// What reads from tables that `statements` filled, and what fills the views anew.
struct PeerReading {
  let pool: DatabasePool
  let mark: () throws -> Void

  func run(_ name: String, _ events: Int) throws -> Timing? {
    switch name {
    case "replay": try replay(events)
    case "decode": try decode(events)
    case "decode-records": try decodeRecords(events)
    case "rebuild": try rebuild(events)
    case "from-log": try fold(events)
    case "point": try point()
    case "page":
      try repeated(
        20, "SELECT position, type, save, time FROM events ORDER BY position DESC LIMIT 50")
    case "day":
      try repeated(
        100,
        "SELECT id, row FROM entries ORDER BY day DESC, date DESC, created DESC, id DESC LIMIT 50"
      )
    case "last-amount": try lastAmount()
    case "weekdays":
      try repeated(
        1,
        """
        SELECT strftime('%w', start + 978307200, 'unixepoch'), count(*) FROM lasts
        WHERE list = 1 AND amount > 100 GROUP BY 1
        """)
    case "notes": try repeated(1, "SELECT count(*) FROM entries WHERE memo LIKE '%reflux%'")
    case "types": try repeated(1, "SELECT count(*) FROM events WHERE type = 'feed.amended'")
    default: nil
    }
  }

  /// Runs a cached statement and looks at every row, each time in a snapshot of its own.
  private func repeated(
    _ count: Int, _ sql: String, _ arguments: () -> StatementArguments = { [] }
  ) throws -> Timing {
    func read() throws -> Int {
      let arguments = arguments()
      return try pool.read { db in
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        var found = 0
        while let row = try rows.next() { found += row[0] == nil ? 0 : 1 }
        return found
      }
    }
    var found = try read()
    try mark()
    let timing = try Timing.of(count) { for _ in 0..<count { found += try read() } }
    precondition(found > 0)
    return timing
  }

  /// A day's totals of a baby.
  private func point() throws -> Timing {
    let keys = try pool.read { try Row.fetchAll($0, sql: "SELECT day, baby FROM totals") }
      .map { row -> StatementArguments in [row[0] as Int, row[1] as Data] }
    var lottery = Lottery()
    return try repeated(
      2_000,
      "SELECT feeds, amounts, nanolitres, diapers, wet, solid FROM totals WHERE day = ? AND baby = ?"
    ) { keys[lottery.draw(below: keys.count)] }
  }

  private func lastAmount() throws -> Timing {
    let baby = try pool.read {
      try Data.fetchOne($0, sql: "SELECT baby FROM lasts WHERE list = 1 LIMIT 1")
    }
    return try repeated(
      2_000,
      """
      SELECT amount, unit, start, id FROM lasts WHERE list = 1 AND baby = ?
      ORDER BY start DESC, end DESC, created DESC, id DESC LIMIT 1
      """
    ) { [baby] }
  }

  // MARK: Every event

  private static let all =
    "SELECT position, type, save, time, entity, payload FROM events ORDER BY position"

  private func replay(_ events: Int) throws -> Timing {
    try mark()
    return try Timing.of(events) {
      let bytes = try pool.read { db in
        let rows = try Row.fetchCursor(db, sql: Self.all)
        var bytes = 0
        while let row = try rows.next() {
          bytes += try row.withUnsafeData(atIndex: 5) { $0?.count ?? 0 }
        }
        return bytes
      }
      precondition(bytes > 0)
    }
  }

  private func decode(_ events: Int) throws -> Timing {
    try Timing.of(events) {
      try pool.read { db in
        let rows = try Row.fetchCursor(db, sql: Self.all)
        while let row = try rows.next() {
          let type: String = row[1]
          _ = try row.withUnsafeData(atIndex: 5) { try step(type, UUID(), $0 ?? Data()) }
        }
      }
    }
  }

  private func decodeRecords(_ events: Int) throws -> Timing {
    try Timing.of(events) {
      try pool.read { db in
        let rows = try EventRow.fetchCursor(db, sql: Self.all)
        while let row = try rows.next() { _ = try step(row.type, UUID(), row.payload) }
      }
    }
  }

  private func step(_ type: String, _ id: UUID, _ payload: Data) throws -> HouseholdStep {
    func decoded<E: EntityEvent>(_: E.Type) throws -> E? {
      guard let index = E.types.firstIndex(where: { $0.name == type }) else { return nil }
      return try payload.withUnsafeBytes { bytes in
        var reader = PayloadReader(bytes.bytes)
        return try E.decode(index, from: &reader)
      }
    }
    if let event = try decoded(FeedEvent.self) { return .feedEvent(id, event) }
    if let event = try decoded(DiaperEvent.self) { return .diaperEvent(id, event) }
    if let event = try decoded(BabyEvent.self) { return .babyEvent(id, event) }
    throw DatabaseError(message: "unknown event \(type)")
  }

  /// Empties the views and fills them from the states, in one transaction.
  private func rebuild(_ events: Int) throws -> Timing {
    try mark()
    return try Timing.of(events) {
      try pool.write { db in
        try db.execute(sql: "DELETE FROM entries; DELETE FROM totals; DELETE FROM lasts")
        let log = try PeerLog<StatementTables>(db)
        let rows = try Row.fetchCursor(
          db, sql: "SELECT id, kind, created, modified, state FROM entities")
        while let row = try rows.next() {
          try log.insert(
            EntityRow(id: row[0], kind: row[1], created: row[2], modified: row[3], state: row[4]))
        }
      }
    }
  }

  /// Empties the entities and the views, and fills both from the events, in one transaction.
  private func fold(_ events: Int) throws -> Timing {
    try mark()
    return try Timing.of(events) {
      try pool.write { db -> Void in
        try db.execute(
          sql: "DELETE FROM entities; DELETE FROM entries; DELETE FROM totals; DELETE FROM lasts")
        var log = try PeerLog<StatementTables>(db)
        let rows = try Row.fetchCursor(db, sql: Self.all)
        while let row = try rows.next() {
          let (type, entity, payload): (String, Data, Data) = (row[1], row[4], row[5])
          let id = entity.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
          try log.refold(step(type, id, payload))
        }
      }
    }
  }
}
