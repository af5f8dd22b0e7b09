internal import LMDB

extension StoreCheck {
  /// Every dot leads to its transaction, or to one that was purged.
  ///
  /// That each transaction is found by its dot is seen with the transactions.
  static let dots = StoreCheck("dots") { scope in
    let log = scope.reader
    var count = 0
    try everyRow(of: log.tables.dots, scope) { key, row in
      guard key.count == 12, row.count == 8 else {
        throw log.transaction.damaged(log.tables.dots, key)
      }
      let replica = UInt32(bigEndian: key.loadUnaligned(as: UInt32.self))
      let sequence = UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
      let number: UInt64 = row.load(0)
      let record = try log.record(number)
      guard
        record.map({ $0.replica == replica && $0.sequence == sequence })
          ?? (number <= scope.heads.purged)
      else {
        throw StoreError(
          .damaged,
          "dot \(sequence) of replica \(replica) leads to transaction \(number), which is not it")
      }
      count += 1
    }
    return "\(count) dots"
  }

  /// Calls `body` with key and row of every row of a table, each checked.
  static func everyRow(
    of table: Table<LexicalOrder>, _ scope: borrowing WriteScope,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let all = UnsafeRawBufferPointer(start: nil, count: 0)
    try RowScan.forward(scope.reading, table, prefix: all) { key, row in
      try body(key, row)
      return true
    }
  }
}
