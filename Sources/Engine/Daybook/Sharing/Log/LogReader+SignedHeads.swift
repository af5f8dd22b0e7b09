extension LogReader {
  /// The head, signed or not, that is kept of exactly this transaction; nil when there is none.
  func head(_ replica: UInt32, _ sequence: UInt64) throws -> SignedHead? {
    let dot = Dot(replica: try self.replica(replica), sequence: sequence)
    return try MetaKey.head(replica, sequence).withBytes { key in
      try transaction.row(tables.meta, key).map { try SignedHead($0, dot) }
    }
  }

  /// Whether any head is kept.
  func keepsHeads() throws -> Bool {
    var found = false
    try Array(MetaKey.headPrefix.utf8).withUnsafeBytes { prefix in
      try RowScan.forward(transaction, tables.meta, prefix: prefix) { _, _ in
        found = true
        return false
      }
    }
    return found
  }

  /// The last transaction of a replica that it has signed; 0 when there is none.
  func newestHead(of replica: UInt32) throws -> UInt64 {
    var newest: UInt64 = 0
    try forEachHead(of: replica, through: .max) {
      if $0.isSigned { newest = $0.dot.sequence }
      return !$0.isSigned
    }
    return newest
  }

  /// Calls `body` with the heads of a replica up to a transaction, newest first, until it says
  /// false.
  func forEachHead(
    of replica: UInt32, through sequence: UInt64, _ body: (SignedHead) throws -> Bool
  ) throws {
    let id = try self.replica(replica)
    let prefix = Array(MetaKey.heads(of: replica).utf8)
    // The key after that of the last one.
    var end = MetaKey.head(replica, sequence).withBytes { [UInt8]($0) }
    end.append(0)
    try prefix.withUnsafeBytes { prefix in
      try end.withUnsafeBytes { end in
        try RowScan.reversed(transaction, tables.meta, from: prefix, before: end) { key, row in
          let digits = String(decoding: key.from(prefix.count), as: UTF8.self)
          guard let found = UInt64(digits, radix: 16) else {
            throw StoreError.damaged("a head of replica \(id) has no number")
          }
          return try body(SignedHead(row, Dot(replica: id, sequence: found)))
        }
      }
    }
  }
}
