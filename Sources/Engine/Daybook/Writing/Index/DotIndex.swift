internal import LMDB

/// Finds the transaction with a dot: the number of its replica, and its sequence there.
enum DotIndex: LogIndex {
  static let name = "dots"
  static let format = (
    key: "replica number (4 bytes), sequence (8 bytes), both big-endian",
    value: "transaction number, 8 bytes"
  )

  static func note(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    try DotKey.withBytes(record.replica, record.sequence) { key in
      scope.rows.buffers.scratch.truncate()
      scope.rows.buffers.scratch.raw(scope.draft.number)
      try scope.rows.putScratch(scope.context.tables.dots, key)
    }
  }

  /// The newest of each replica stays: it tells what the replica's next one is.
  static func forget(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    guard try record.sequence < scope.reader.newestSequence(record.replica) else { return }
    try DotKey.withBytes(record.replica, record.sequence) { key in
      _ = try scope.rows.transaction.remove(scope.context.tables.dots, key)
    }
  }

  /// Every dot leads to its transaction, or to one that was purged.
  ///
  /// That each transaction is found by its dot is seen with the transactions.
  static func check(_ scope: borrowing WriteScope) throws -> String {
    let log = scope.reader
    var count = 0
    try log.everyRow(of: log.tables.dots) { key, row in
      guard key.count == 12, row.count == 8 else {
        throw log.transaction.damaged(log.tables.dots, key)
      }
      let replica = UInt32(bigEndian: key.loadUnaligned(as: UInt32.self))
      let sequence = UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
      let number: UInt64 = row.load(0)
      let record = try log.record(number)
      guard
        record.map({ $0.replica == replica && $0.sequence == sequence })
          ?? (number <= scope.counters.purged)
      else {
        throw StoreError(
          .damaged,
          "dot \(sequence) of replica \(replica) leads to transaction \(number), which is not it")
      }
      count += 1
    }
    return "\(count) dots"
  }
}

/// The key of the tables `dots` and `retractions`: replica number and sequence, high bytes first.
enum DotKey {
  /// Bytes of a key of `dots`, and of the target in one of `retractions`.
  static let size = 12
  /// Bytes of a key of `retractions`.
  static let retractionSize = 20

  static func withBytes<R>(
    _ replica: UInt32, _ sequence: UInt64, _ third: UInt64? = nil,
    _ body: (BorrowedBytes) throws -> R
  ) rethrows -> R {
    var storage: (UInt64, UInt64, UInt64) = (0, 0, 0)
    // Safety: the key is used during the call.
    return try withUnsafeMutableBytes(of: &storage) { buffer in
      buffer.storeBytes(of: replica.bigEndian, toByteOffset: 0, as: UInt32.self)
      buffer.storeBytes(of: sequence.bigEndian, toByteOffset: 4, as: UInt64.self)
      if let third { buffer.storeBytes(of: third.bigEndian, toByteOffset: 12, as: UInt64.self) }
      let count = third == nil ? size : retractionSize
      return try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[0..<count]))
    }
  }
}
