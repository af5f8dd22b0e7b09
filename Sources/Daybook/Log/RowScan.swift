internal import LMDB

/// Reading rows in key order, and checking the checksum of each.
@usableFromInline
enum RowScan {
  /// Calls `body` with the rows whose keys begin with `prefix`, first to last, until it says false.
  static func forward(
    _ transaction: BorrowedTransaction, _ table: Table<LexicalOrder>,
    prefix: BorrowedBytes,
    _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws {
    var cursor = try transaction.cursor(table)
    var more = prefix.isEmpty ? try cursor.first() : try cursor.seek(prefix)
    if !prefix.isEmpty { try transaction.checkBefore(&cursor, isAtRow: &more, table, prefix) }
    while more {
      guard try visit(cursor, transaction, table, prefix, body) else { return }
      more = try cursor.next()
    }
  }

  /// Calls `body` with the rows whose keys begin with `prefix`, last to first, until it says false.
  static func reversed(
    _ transaction: BorrowedTransaction, _ table: Table<LexicalOrder>,
    prefix: BorrowedBytes,
    _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws {
    var cursor = try transaction.cursor(table)
    let isBeyond = try withSuccessor(of: prefix) { after in
      guard let after else { return false }
      guard try cursor.seek(after) else { return false }
      _ = try transaction.row(at: cursor, table)
      return true
    }
    var more = isBeyond ? try cursor.previous() : try cursor.last()
    while more {
      guard try visit(cursor, transaction, table, prefix, body) else { return }
      more = try cursor.previous()
    }
  }

  /// Calls `body` with a row; false when the scan ends here.
  ///
  /// The row that ends it is checked too: a changed key would end it too early.
  @inline(__always)
  private static func visit(
    _ cursor: borrowing Cursor<LexicalOrder>, _ transaction: BorrowedTransaction,
    _ table: Table<LexicalOrder>, _ prefix: BorrowedBytes,
    _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws -> Bool {
    let (key, row) = try transaction.row(at: cursor, table)
    return try key.starts(with: prefix) && body(key, row)
  }

  /// Calls `body` with the least bytes greater than everything that begins with `prefix`; nil when there
  /// are none.
  private static func withSuccessor<R>(
    of prefix: BorrowedBytes, _ body: (BorrowedBytes?) throws -> R
  ) rethrows -> R {
    guard let last = prefix.lastIndex(where: { $0 < 0xFF }) else { return try body(nil) }
    return try withUnsafeTemporaryAllocation(byteCount: last + 1, alignment: 1) { bytes in
      // Safety: there is room for the prefix, and the bytes are used during the call.
      bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: prefix[...last]))
      bytes[last] += 1
      return try body(UnsafeRawBufferPointer(bytes))
    }
  }
}

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
