internal import LMDB

extension BorrowedTransaction {
  /// Calls `body` with the rows of a range, in a direction, until it says false.
  func scan(
    _ table: Table<LexicalOrder>, _ range: KeyRange, reversed: Bool,
    _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws {
    // Safety: the arrays are of `range`, which outlives the scan.
    func scan(_ lower: BorrowedBytes, _ upper: BorrowedBytes?) throws {
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
