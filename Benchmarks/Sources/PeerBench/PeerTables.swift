import Foundation
import GRDB

/// What the peer does to its tables; one conformance for each way to use GRDB.
protocol PeerTables {
  init(_ db: Database) throws
  func insert(_ row: EventRow) throws
  func entity(_ id: Data) throws -> EntityRow?
  func save(_ row: EntityRow) throws
  func insert(_ row: EntryRow) throws
  func delete(_ row: EntryRow) throws
  func totals(day: Int, baby: Data) throws -> TotalsRow?
  func save(_ row: TotalsRow) throws
  func insert(_ row: LastRow) throws
  func delete(_ row: LastRow) throws
}

/// By records, as GRDB's guide has it.
struct RecordTables: PeerTables {
  let db: Database

  init(_ db: Database) { self.db = db }

  func insert(_ row: EventRow) throws { try row.insert(db) }
  func entity(_ id: Data) throws -> EntityRow? { try EntityRow.fetchOne(db, key: id) }
  func save(_ row: EntityRow) throws { try row.save(db) }
  func insert(_ row: EntryRow) throws { try row.insert(db) }
  func delete(_ row: EntryRow) throws { try row.delete(db) }
  func totals(day: Int, baby: Data) throws -> TotalsRow? {
    try TotalsRow.fetchOne(db, key: ["day": day, "baby": baby])
  }
  func save(_ row: TotalsRow) throws { try row.save(db) }
  func insert(_ row: LastRow) throws { try row.insert(db) }
  func delete(_ row: LastRow) throws { try row.delete(db) }
}

/// By statements that are prepared once, the fastest way GRDB has.
struct StatementTables: PeerTables {
  let insertEvent, selectEntity, saveEntity, insertEntry, deleteEntry: Statement
  let selectTotals, saveTotals, insertLast, deleteLast: Statement

  init(_ db: Database) throws {
    insertEvent = try db.cachedStatement(sql: "INSERT INTO events VALUES(?,?,?,?,?,?)")
    selectEntity = try db.cachedStatement(
      sql: "SELECT id, kind, created, modified, state FROM entities WHERE id = ?")
    saveEntity = try db.cachedStatement(
      sql: """
        INSERT INTO entities VALUES(?,?,?,?,?)
        ON CONFLICT(id) DO UPDATE SET modified = excluded.modified, state = excluded.state
        """)
    insertEntry = try db.cachedStatement(sql: "INSERT INTO entries VALUES(?,?,?,?,?,?)")
    deleteEntry = try db.cachedStatement(
      sql: "DELETE FROM entries WHERE day = ? AND date = ? AND created = ? AND id = ?")
    selectTotals = try db.cachedStatement(
      sql: """
        SELECT feeds, amounts, nanolitres, diapers, wet, solid FROM totals
        WHERE day = ? AND baby = ?
        """)
    saveTotals = try db.cachedStatement(sql: "REPLACE INTO totals VALUES(?,?,?,?,?,?,?,?)")
    insertLast = try db.cachedStatement(sql: "INSERT INTO lasts VALUES(?,?,?,?,?,?,?,?)")
    deleteLast = try db.cachedStatement(
      sql: """
        DELETE FROM lasts
        WHERE list = ? AND baby = ? AND start = ? AND end = ? AND created = ? AND id = ?
        """)
  }

  private func execute(
    _ statement: Statement, _ arguments: [(any DatabaseValueConvertible)?]
  ) throws {
    statement.setUncheckedArguments(StatementArguments(arguments))
    try statement.execute()
  }

  func insert(_ row: EventRow) throws {
    try execute(
      insertEvent, [row.position, row.type, row.save, row.time, row.entity, row.payload])
  }

  func entity(_ id: Data) throws -> EntityRow? {
    guard let row = try Row.fetchOne(selectEntity, arguments: [id]) else { return nil }
    return EntityRow(id: row[0], kind: row[1], created: row[2], modified: row[3], state: row[4])
  }

  func save(_ row: EntityRow) throws {
    try execute(saveEntity, [row.id, row.kind, row.created, row.modified, row.state])
  }

  func insert(_ row: EntryRow) throws {
    try execute(insertEntry, [row.day, row.date, row.created, row.id, row.row, row.memo])
  }

  func delete(_ row: EntryRow) throws {
    try execute(deleteEntry, [row.day, row.date, row.created, row.id])
  }

  func totals(day: Int, baby: Data) throws -> TotalsRow? {
    guard let row = try Row.fetchOne(selectTotals, arguments: [day, baby]) else { return nil }
    return TotalsRow(
      day: day, baby: baby, feeds: row[0], amounts: row[1], nanolitres: row[2], diapers: row[3],
      wet: row[4], solid: row[5])
  }

  func save(_ row: TotalsRow) throws {
    try execute(
      saveTotals,
      [
        row.day, row.baby, row.feeds, row.amounts, row.nanolitres, row.diapers, row.wet,
        row.solid,
      ])
  }

  func insert(_ row: LastRow) throws {
    try execute(
      insertLast,
      [row.list, row.baby, row.start, row.end, row.created, row.id, row.amount, row.unit])
  }

  func delete(_ row: LastRow) throws {
    try execute(deleteLast, [row.list, row.baby, row.start, row.end, row.created, row.id])
  }
}
