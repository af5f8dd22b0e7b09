#if SQL
internal import GRDB

/// A column of a table.
struct Column: Hashable, Sendable {
  let name: String
  /// `INTEGER`, `REAL`, `TEXT`, `BLOB` or `DATETIME`, and what else its declaration says.
  let declaration: String

  init(_ name: String, _ declaration: String) {
    (self.name, self.declaration) = (name, declaration)
  }

  /// The definition in SQL.
  var sql: String { "\(name.quotedDatabaseIdentifier) \(declaration)" }
}
#endif
