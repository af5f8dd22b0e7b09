internal import LMDB

extension LogReader {
  /// Calls `body` with key and row of every row of a table, each checked.
  func everyRow(
    of table: Table<LexicalOrder>, _ body: (BorrowedBytes, BorrowedBytes) throws -> Void
  ) throws {
    try RowScan.forward(transaction, table, prefix: .none) { key, row in
      try body(key, row)
      return true
    }
  }
}
