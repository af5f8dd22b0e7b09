#if SQL
internal import GRDB

extension Database {
  /// Makes a table.
  func make(_ table: String, _ columns: [Column]) throws {
    let columns = columns.map(\.sql).joined(separator: ", ")
    try execute(sql: "CREATE TABLE \(table.quotedDatabaseIdentifier) (\(columns))")
  }

  /// Makes an index of columns of a table.
  func index(_ table: String, _ columns: String...) throws {
    let name = ([table] + columns + ["index"]).joined(separator: "_").quotedDatabaseIdentifier
    let columns = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    try execute(sql: "CREATE INDEX \(name) ON \(table.quotedDatabaseIdentifier) (\(columns))")
  }
}
#endif
