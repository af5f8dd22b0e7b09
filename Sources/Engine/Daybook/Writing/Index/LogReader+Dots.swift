internal import LMDB

extension LogReader {
  /// The local number of the transaction with a dot; nil when it is not here.
  func number(replica: UInt32, sequence: UInt64) throws -> UInt64? {
    try DotKey.withBytes(replica, sequence) { key in
      guard let row = try transaction.row(tables.dots, key) else { return nil }
      guard row.count == 8 else { throw transaction.damaged(tables.dots, key) }
      return row.load(0)
    }
  }

  /// The sequence of the newest transaction of a replica that is here; 0 when there is none.
  func newestSequence(_ replica: UInt32) throws -> UInt64 {
    var newest: UInt64 = 0
    try withUnsafeBytes(of: replica.bigEndian) { prefix in
      try RowScan.reversed(transaction, tables.dots, prefix: prefix) { key, _ in
        guard key.count == DotKey.size else {
          throw StoreError(.damaged, "a key of the table of dots has \(key.count) bytes")
        }
        newest = UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
        return false
      }
    }
    return newest
  }
}
