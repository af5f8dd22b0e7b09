internal import LMDB

extension LogReader {
  /// A chain that is kept.
  struct ChainMark {
    /// The last transaction that it stands for.
    let number: UInt64
    let chain: LogChain
  }

  /// The chain through a transaction that is there, or through the last one that was purged.
  ///
  /// Reads the transactions since the mark before it, at most 1,024.
  func chain(through number: UInt64) throws -> LogChain {
    let mark = try chainMark(before: number + 1) ?? ChainMark(number: 0, chain: LogChain())
    return try chain(mark.chain, after: mark.number, through: number)
  }

  /// The chain through a transaction, from the chain of an earlier one on.
  ///
  /// - Throws: `StoreError.damaged` when a row in between is missing.
  func chain(
    _ chain: LogChain, after first: UInt64, through last: UInt64
  ) throws -> LogChain {
    guard first < last else { return chain }
    var chain = chain
    var transactions = try transaction.cursor(tables.transactions)
    var events = try transaction.cursor(tables.events)
    var isThere = try transactions.seek(first + 1)
    var hasEvent = try isThere && events.seek(existing(first + 1).firstPosition)
    for number in first + 1...last {
      guard isThere, transactions.key == number else {
        throw StoreError.damaged("transaction \(number) is missing")
      }
      var next = LogChain.Next(after: chain)
      for position in try existing(number).positions {
        guard hasEvent, events.key == position, events.value.byteCount >= EventRecord.leastSize
        else {
          throw StoreError.damaged("the event at position \(position) is missing or damaged")
        }
        events.value.withUnsafeBytes { next.add($0) }
        hasEvent = try events.next()
      }
      chain = transactions.value.withUnsafeBytes { next.ending(with: $0) }
      isThere = try transactions.next()
    }
    return chain
  }

  /// The last mark before a transaction; nil when there is none.
  func chainMark(before number: UInt64) throws -> ChainMark? {
    var found: ChainMark?
    try MetaKey.chainPrefix.withUnsafeBytes { prefix in
      try MetaKey.chain(number).withBytes { end in
        try RowScan.reversed(transaction, tables.meta, from: prefix, before: end) { key, row in
          found = try Self.mark(key, row)
          return false
        }
      }
    }
    return found
  }

  /// Calls `body` with the marks, first to last, until it says false.
  func forEachChainMark(_ body: (ChainMark) throws -> Bool) throws {
    try MetaKey.chainPrefix.withUnsafeBytes { prefix in
      try RowScan.forward(transaction, tables.meta, prefix: prefix) { key, row in
        try body(Self.mark(key, row))
      }
    }
  }

  /// The chain of all names, as it is kept: each the row of the next transaction as it were; zeros
  /// without names.
  func namesChain() throws -> LogChain {
    try keptChain(.names, "the chain of the names") ?? LogChain()
  }

  /// The chain of the names up to one, by their rows.
  ///
  /// - Throws: `StoreError.damaged` when one is missing.
  func namesChain(through last: UInt64) throws -> LogChain {
    var chain = LogChain()
    var cursor = try transaction.cursor(tables.names)
    var number: UInt64 = 0
    while number < last {
      number += 1
      guard try cursor.next(), cursor.key == number, cursor.value.byteCount >= RowSeal.size else {
        throw StoreError.damaged("the name with number \(number) is missing or damaged")
      }
      chain = cursor.value.withUnsafeBytes { LogChain.Next(after: chain).ending(with: $0) }
    }
    return chain
  }

  /// A chain that is kept under a key of `meta`; nil when there is none.
  func keptChain(_ key: MetaKey, _ what: String) throws -> LogChain? {
    guard let row = try key.withBytes({ try transaction.row(tables.meta, $0) }) else { return nil }
    guard row.count == LogChain.size else {
      throw StoreError.damaged("\(what) cannot be read")
    }
    return LogChain(row)
  }

  private static func mark(_ key: BorrowedBytes, _ row: BorrowedBytes) throws -> ChainMark {
    let digits = String(decoding: key.from(MetaKey.chainPrefix.count), as: UTF8.self)
    guard let number = UInt64(digits, radix: 16), row.count == LogChain.size else {
      throw StoreError.damaged("a mark of the log's chain cannot be read")
    }
    return ChainMark(number: number, chain: LogChain(row))
  }
}
