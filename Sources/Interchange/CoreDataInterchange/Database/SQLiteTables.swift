#if CoreData
package import Foundation
internal import GRDB
internal import Interchange

/// The tables of a database of SQLite that is no store of Core Data, as it was when this value was
/// made.
///
/// The database and the log beside it are copied into a temporary folder, which goes with the last
/// copy of this value; the program that writes to it may be running.
package struct SQLiteTables: Sendable {
  /// The name of its file.
  package let name: String
  /// The names of the tables.
  package let tables: [String]
  private let copy: SQLiteCopy
  private let queue: DatabaseQueue

  /// Copies a database.
  ///
  /// - Throws: `InterchangeError`, as `CoreDataStore`.
  package init(_ url: URL) throws {
    let name = url.lastPathComponent
    let copy = try SQLiteCopy(of: url, name: name)
    (queue, tables) = try InterchangeError.naming(name) {
      let queue = try DatabaseQueue(path: copy.store.path)
      let tables = try queue.read {
        try String.fetchAll(
          $0, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      }
      return (queue, tables)
    }
    self.name = name
    self.copy = copy
  }

  /// Calls `body` with each row of a table, in the order in which they were made: what each column
  /// holds. Calls it for none when there is no such table.
  ///
  /// - Throws: `InterchangeError`; what `body` throws.
  package func forEachRow(
    of table: String, _ body: ([String: CoreDataValue]) throws -> Void
  ) throws {
    guard tables.contains(table) else { return }
    try InterchangeError.naming(name) {
      try queue.unsafeReentrantRead { database in
        let cursor = try Row.fetchCursor(
          database, sql: "SELECT * FROM \(table.quotedDatabaseIdentifier) ORDER BY rowid")
        let columns = cursor.columnNames
        while let row = try cursor.next() {
          var values: [String: CoreDataValue] = [:]
          for (index, column) in columns.enumerated() {
            let value: DatabaseValue = row[index]
            values[column] =
              switch value.storage {
              case .null: .null
              case .int64(let number): .integer(number)
              case .double(let number): .real(number)
              case .string(let text): .text(text)
              case .blob(let data): .data([UInt8](data))
              }
          }
          try body(values)
        }
      }
    }
  }

  /// How many rows a table has.
  ///
  /// - Throws: `InterchangeError`.
  package func count(_ table: String) throws -> Int {
    try InterchangeError.naming(name) {
      try queue.read {
        try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table.quotedDatabaseIdentifier)") ?? 0
      }
    }
  }
}
#endif
