internal import LMDB

/// Reading rows in key order, and checking the checksum of each.
@usableFromInline
enum RowScan {
  /// Calls `body` with the rows whose keys begin with `prefix`, first to last, until it says false.
  static func forward(
    _ transaction: BorrowedTransaction, _ table: Table<LexicalOrder>, prefix: BorrowedBytes,
    _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws {
    try withSuccessor(of: prefix) { after in
      try forward(transaction, table, from: prefix, before: after, body)
    }
  }

  /// Calls `body` with the rows whose keys begin with `prefix`, last to first, until it says false.
  static func reversed(
    _ transaction: BorrowedTransaction, _ table: Table<LexicalOrder>, prefix: BorrowedBytes,
    _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws {
    try withSuccessor(of: prefix) { after in
      try reversed(transaction, table, from: prefix, before: after, body)
    }
  }

  /// Calls `body` with the rows of a range, first to last, until it says false.
  static func forward(
    _ transaction: BorrowedTransaction, _ table: Table<LexicalOrder>, from lower: BorrowedBytes,
    before upper: BorrowedBytes?, _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws {
    var cursor = try transaction.cursor(table)
    var more = lower.isEmpty ? try cursor.first() : try cursor.seek(lower)
    if !lower.isEmpty { try transaction.checkBefore(&cursor, isAtRow: &more, table, lower) }
    while more {
      guard try visit(cursor, transaction, table, lower, upper, body) else { return }
      more = try cursor.next()
    }
  }

  /// Calls `body` with the rows of a range, last to first, until it says false.
  static func reversed(
    _ transaction: BorrowedTransaction, _ table: Table<LexicalOrder>, from lower: BorrowedBytes,
    before upper: BorrowedBytes?, _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws {
    var cursor = try transaction.cursor(table)
    var isBeyond = false
    if let upper, !upper.isEmpty, try cursor.seek(upper) {
      _ = try transaction.row(at: cursor, table)
      isBeyond = true
    }
    var more = isBeyond ? try cursor.previous() : try cursor.last()
    while more {
      guard try visit(cursor, transaction, table, lower, upper, body) else { return }
      more = try cursor.previous()
    }
  }

  /// Calls `body` with a row; false when the scan ends here.
  ///
  /// The row that ends it is checked too: a changed key would end it too early. Both bounds are
  /// looked at, because a damaged branch may lead to the wrong side of either.
  @inline(__always)
  private static func visit(
    _ cursor: borrowing Cursor<LexicalOrder>, _ transaction: BorrowedTransaction,
    _ table: Table<LexicalOrder>, _ lower: BorrowedBytes, _ upper: BorrowedBytes?,
    _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws -> Bool {
    let (key, row) = try transaction.row(at: cursor, table)
    if key.precedes(lower) { return false }
    if let upper, !key.precedes(upper) { return false }
    return try body(key, row)
  }

  /// Calls `body` with the least bytes greater than everything that begins with `prefix`; nil when
  /// there are none.
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
