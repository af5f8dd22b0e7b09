internal import LMDB

/// Reading the rows between two keys, and checking the checksum of each.
extension RowScan {
  /// Calls `body` with the rows of a range in the order of their keys until it says false.
  ///
  /// The row that ends it is checked too: a changed key would end it too early.
  static func forward(
    _ transaction: BorrowedTransaction, _ table: Table<LexicalOrder>,
    from lower: UnsafeRawBufferPointer, before upper: UnsafeRawBufferPointer?,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var cursor = try transaction.cursor(table)
    var more = lower.isEmpty ? try cursor.first() : try cursor.seek(lower)
    if !lower.isEmpty { try transaction.checkBefore(&cursor, isAtRow: &more, table, lower) }
    while more {
      let (key, row) = try transaction.row(at: cursor, table)
      if let upper, !key.precedes(upper) { return }
      guard try body(key, row) else { return }
      more = try cursor.next()
    }
  }

  /// As `forward`, from the last row to the first.
  static func reversed(
    _ transaction: BorrowedTransaction, _ table: Table<LexicalOrder>,
    from lower: UnsafeRawBufferPointer, before upper: UnsafeRawBufferPointer?,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var cursor = try transaction.cursor(table)
    var isBeyond = false
    if let upper, !upper.isEmpty, try cursor.seek(upper) {
      _ = try transaction.row(at: cursor, table)
      isBeyond = true
    }
    var more = isBeyond ? try cursor.previous() : try cursor.last()
    while more {
      let (key, row) = try transaction.row(at: cursor, table)
      if key.precedes(lower) { return }
      guard try body(key, row) else { return }
      more = try cursor.previous()
    }
  }
}

extension BorrowedTransaction {
  /// Calls `body` with the rows of a range, in a direction, until it says false.
  func scan(
    _ table: Table<LexicalOrder>, _ range: KeyRange, reversed: Bool,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    // Safety: the arrays are of `range`, which outlives the scan.
    func scan(_ lower: UnsafeRawBufferPointer, _ upper: UnsafeRawBufferPointer?) throws {
      if reversed {
        try RowScan.reversed(self, table, from: lower, before: upper, body)
      } else {
        try RowScan.forward(self, table, from: lower, before: upper, body)
      }
    }
    try range.lower.withUnsafeBytes { lower in
      guard let upper = range.upper else { return try scan(lower, nil) }
      try upper.withUnsafeBytes { try scan(lower, $0) }
    }
  }
}
