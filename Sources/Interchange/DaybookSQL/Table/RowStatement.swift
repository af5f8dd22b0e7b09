#if SQL
internal import GRDB
internal import GRDBSQLite

/// A statement that is run with one row after the other.
///
/// The values are bound where they stand. GRDB would copy each into a box, and look it up by key
/// paths, which took more time than SQLite has for the row.
struct RowStatement {
  private let statement: Statement

  init(_ sql: String, _ db: Database) throws { statement = try db.makeStatement(sql: sql) }

  /// Runs it with a value for each mark.
  ///
  /// - Throws: `DatabaseError`.
  func run(_ row: RowValues) throws {
    let handle = statement.sqliteStatement
    try row.bytes.withUnsafeBytes { bytes in
      // Safety: SQLite reads the bytes in place, until it forgets them at the end of the call; it
      // takes a text of no address for NULL.
      let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
      defer {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
      }
      for (place, value) in row.values.enumerated() {
        let code = Self.bind(value, to: Int32(place + 1), of: handle, start)
        if code != SQLITE_OK { throw Self.error(code, handle) }
      }
      let code = sqlite3_step(handle)
      if code != SQLITE_DONE { throw Self.error(code, handle) }
    }
  }

  private static func bind(
    _ value: RowValues.Value, to mark: Int32, of handle: SQLiteStatement,
    _ start: UnsafeRawPointer
  ) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(handle, mark)
    case .integer(let number): sqlite3_bind_int64(handle, mark, number)
    case .real(let number): sqlite3_bind_double(handle, mark, number)
    case .text(let range):
      sqlite3_bind_text(
        handle, mark, (start + range.lowerBound).assumingMemoryBound(to: CChar.self),
        Int32(clamping: range.count), nil)
    case .blob(let range):
      sqlite3_bind_blob(handle, mark, start + range.lowerBound, Int32(clamping: range.count), nil)
    }
  }

  private static func error(_ code: Int32, _ handle: SQLiteStatement) -> DatabaseError {
    let message = sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) }
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
  }
}
#endif
