#if SQL
internal import GRDB
internal import Interchange

/// What makes a file of SQLite a mirror, and the tables that are the mirror's own.
enum MirrorFile {
  /// The version of the tables; another one makes the file anew.
  static let version = 2
  /// SQLite's `application_id`: `Dbkm` in ASCII.
  private static let id = 0x4462_6B6D

  /// Makes sure that the file is a mirror, or has nothing in it.
  ///
  /// - Throws: `InterchangeError.notAMirror`.
  static func check(_ db: Database, _ file: String) throws {
    if try Int.fetchOne(db, sql: "PRAGMA application_id") == id { return }
    let things = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master")
    if things != 0 { throw InterchangeError.notAMirror(file) }
  }

  /// Takes out every table, and makes those that do not depend on a schema.
  static func makeAnew(_ db: Database) throws {
    // A table of FTS5 takes its own tables along.
    for sort in ["WHERE sql LIKE 'CREATE VIRTUAL%'", ""] {
      let condition = sort.isEmpty ? "WHERE type = 'table' AND name NOT LIKE 'sqlite_%'" : sort
      let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master \(condition)")
      for table in tables { try db.execute(sql: "DROP TABLE \(table.quotedDatabaseIdentifier)") }
    }
    try db.execute(sql: "PRAGMA application_id = \(id)")
    try db.make(
      "daybook_mirror", [Column("name", "TEXT NOT NULL PRIMARY KEY"), Column("value", "TEXT")])
    try db.make(
      "daybook_tables",
      [
        Column("table_name", "TEXT NOT NULL PRIMARY KEY"), Column("sort", "TEXT NOT NULL"),
        Column("subject", "TEXT NOT NULL"), Column("view_table", "TEXT"),
      ])
    try db.make(
      "daybook_fields",
      [
        Column("table_name", "TEXT NOT NULL"), Column("place", "INTEGER NOT NULL"),
        Column("field", "INTEGER NOT NULL"), Column("content", "TEXT NOT NULL"),
        Column("column_name", "TEXT NOT NULL"), Column("declaration", "TEXT NOT NULL"),
      ])
    try db.make(
      "daybook_chunks",
      [
        Column("table_name", "TEXT NOT NULL"), Column("first_key", "BLOB NOT NULL"),
        Column("hash", "INTEGER NOT NULL"), Column("row_count", "INTEGER NOT NULL"),
      ])
    try db.index("daybook_chunks", "table_name", "first_key")
    try db.make(
      "daybook_quarantine", [Column("kind", "TEXT NOT NULL"), Column("entity", "TEXT NOT NULL")])
    try ViewList.make(db)
    try TransactionTables.make(db)
  }
}
#endif
