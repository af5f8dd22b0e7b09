#if SQL
internal import Daybook
internal import GRDB

/// The table of the views that the store remembers, and of how far their rows are.
enum ViewList {
  private static let table = "daybook_views"

  static func make(_ db: Database) throws {
    try db.make(
      table,
      [
        Column("name", "TEXT NOT NULL PRIMARY KEY"), Column("revision", "INTEGER NOT NULL"),
        Column("parameters", "TEXT NOT NULL"), Column("process", "TEXT"),
        Column("state", "TEXT NOT NULL"), Column("row_count", "INTEGER NOT NULL"),
        Column("left_out", "INTEGER NOT NULL"),
      ])
  }

  static func write(_ views: [StoredView], _ db: Database) throws {
    try db.execute(sql: "DELETE FROM \(table)")
    for view in views {
      try db.execute(
        sql: "INSERT INTO \(table) VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          view.name, view.revision, view.parameters, view.process, view.state.rawValue,
          view.tables.reduce(0) { $0 + $1.rows }, view.quarantined,
        ])
    }
  }
}
#endif
