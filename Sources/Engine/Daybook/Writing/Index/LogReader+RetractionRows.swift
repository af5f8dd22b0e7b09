extension LogReader {
  /// The transactions that take the one with a dot back, which need not be here; whether they count
  /// or not.
  func retractions(replica: UInt32, sequence: UInt64) throws -> [UInt64] {
    guard hasRetractions else { return [] }
    var found: [UInt64] = []
    try DotKey.withBytes(replica, sequence) { prefix in
      try eachRetraction(prefix) { found.append($0) }
    }
    return found
  }

  /// The transactions that hold retractions, after a transaction; in no order.
  func retractions(after number: UInt64) throws -> Set<UInt64> {
    guard hasRetractions else { return [] }
    var found: Set<UInt64> = []
    try eachRetraction(BorrowedBytes.none) { retraction in
      if retraction > number { found.insert(retraction) }
    }
    return found
  }

  private func eachRetraction(
    _ prefix: BorrowedBytes, _ body: (UInt64) -> Void
  ) throws {
    try RowScan.forward(transaction, tables.retractions, prefix: prefix) { key, _ in
      guard key.count == DotKey.retractionSize else {
        throw StoreError(.damaged, "a key of the table of retractions has \(key.count) bytes")
      }
      body(UInt64(bigEndian: key.loadUnaligned(fromByteOffset: DotKey.size, as: UInt64.self)))
      return true
    }
  }
}
