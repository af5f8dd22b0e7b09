#if SQL
internal import GRDB

extension Database {
  /// Makes a table, whose rows may lie in the order of the primary key instead of having numbers.
  func make(_ table: String, _ columns: [Column], isOrderedByKey: Bool = false) throws {
    let columns = columns.map(\.sql).joined(separator: ", ")
    let order = isOrderedByKey ? " WITHOUT ROWID" : ""
    try execute(sql: "CREATE TABLE \(table.quotedDatabaseIdentifier) (\(columns))\(order)")
  }

  /// Makes an index of columns of a table.
  func index(_ table: String, _ columns: String...) throws {
    let name = ([table] + columns + ["index"]).joined(separator: "_").quotedDatabaseIdentifier
    let columns = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    try execute(sql: "CREATE INDEX \(name) ON \(table.quotedDatabaseIdentifier) (\(columns))")
  }
}
#endif
