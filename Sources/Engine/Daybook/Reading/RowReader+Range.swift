extension RowReader {
  /// Calls `body` with the rows of a range, in a direction, until it says false.
  @usableFromInline
  func scan(
    _ table: Int, _ range: KeyRange, reversed: Bool,
    _ body: (BorrowedBytes, BorrowedBytes) throws -> Bool
  ) throws {
    scope.check()
    let range = range.remainder(reversed: reversed)
    if range.isEmpty { return }
    if trace == nil {
      return try transaction.scan(tables[table], range, reversed: reversed, body)
    }
    var end: [UInt8]?
    defer { trace?.noteRange(tables[table], range, reversed: reversed, upTo: end) }
    try transaction.scan(tables[table], range, reversed: reversed) { key, row in
      if try body(key, row) { return true }
      end = [UInt8](key)
      return false
    }
  }

  /// How many rows are in a range, at most `limit`.
  @usableFromInline
  func count(_ table: Int, _ range: KeyRange, reversed: Bool, limit: Int) throws -> Int {
    var count = 0
    if limit == 0 { return 0 }
    try scan(table, range, reversed: reversed) { _, _ in
      count += 1
      return count < limit
    }
    return count
  }
}

extension RowReader {
  /// The keys of which a neighbour differs in nothing but the id at its end.
  @usableFromInline
  func keysThatDifferInID(_ table: Int) throws -> [[UInt8]] {
    var found: [[UInt8]] = []
    // Safety: keys are in pages of the read transaction, which lasts as long as the scan.
    var last = BorrowedBytes.none
    var isLastFound = false
    try scan(table, KeyRange(), reversed: false) { key, _ in
      let count = key.count - 16
      let isDouble =
        count > 0 && last.count == key.count
        && UnsafeRawBufferPointer(rebasing: key[..<count])
          .equals(UnsafeRawBufferPointer(rebasing: last[..<count]))
      if isDouble {
        if !isLastFound { found.append([UInt8](last)) }
        found.append([UInt8](key))
      }
      (last, isLastFound) = (key, isDouble)
      return true
    }
    return found
  }
}
