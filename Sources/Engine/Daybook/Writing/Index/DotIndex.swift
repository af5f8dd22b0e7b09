internal import LMDB

/// Finds the transaction with a dot: the number of its replica, and its sequence there.
///
/// A transaction that follows the one before in the log also in its replica's sequence needs no
/// row: it is found by that of the first transaction of its run. So a store that writes alone has
/// one row. Where the transaction before was purged, a run begins.
enum DotIndex: LogIndex {
  static let name = "dots"
  static let format = (
    key: "replica number (4 bytes), sequence (8 bytes), both big-endian",
    value: "transaction number, 8 bytes"
  )

  static func note(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    let number = scope.draft.number
    if try scope.reader.record(number - 1)?.isFollowed(by: record) == true { return }
    try put(record, number, &scope)
  }

  private static func put(
    _ record: TransactionRecord, _ number: UInt64, _ scope: inout WriteScope
  ) throws {
    try put(record.replica, record.sequence, number, &scope)
  }

  /// Lets a dot lead to a transaction, or say by one that was purged that it is known.
  static func put(
    _ replica: UInt32, _ sequence: UInt64, _ number: UInt64, _ scope: inout WriteScope
  ) throws {
    try DotKey.withBytes(replica, sequence) { key in
      scope.rows.buffers.scratch.truncate()
      scope.rows.buffers.scratch.raw(number)
      try scope.rows.putScratch(scope.tables.dots, key)
    }
  }

  /// The newest of each replica stays: it tells what the replica's next one is.
  ///
  /// The next one of the run gets a row, unless the run ends.
  static func forget(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    let log = scope.reader
    guard let run = try log.run(record.replica, through: record.sequence) else { return }
    let number = run.number(of: record.sequence)
    if let next = try log.storedRecord(number + 1), record.isFollowed(by: next) {
      try put(next, number + 1, &scope)
    } else if try scope.reader.newestSequence(record.replica) <= record.sequence {
      // The one before it may be kept, and then it has none yet.
      return try put(record, number, &scope)
    }
    try remove(record, &scope)
  }

  private static func remove(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    try DotKey.withBytes(record.replica, record.sequence) { key in
      _ = try scope.rows.transaction.remove(scope.tables.dots, key)
    }
  }

  /// Gives a transaction a row or takes it away, after records were written anew.
  static func settle(_ number: UInt64, _ scope: inout WriteScope) throws {
    let log = scope.reader
    guard let record = try log.storedRecord(number) else { return }
    if try log.storedRecord(number - 1)?.isFollowed(by: record) == true {
      try remove(record, &scope)
    } else {
      try put(record, number, &scope)
    }
  }

  /// Every row leads to its transaction, or to one that was purged.
  ///
  /// That each transaction is found by its dot is seen with the transactions.
  static func check(_ scope: borrowing WriteScope) throws -> String {
    let log = scope.reader
    var count = 0
    try log.everyRow(of: log.tables.dots) { key, row in
      let run = try DotRun(key, row, log)
      let record = try log.record(run.number)
      guard
        record.map({ $0.replica == run.replica && $0.sequence == run.sequence })
          ?? (run.number <= scope.counters.purged)
      else {
        throw StoreError(
          .damaged,
          "dot \(run.sequence) of replica \(run.replica) leads to transaction \(run.number), which is not it"
        )
      }
      count += 1
    }
    return count.counted("run of dots", "runs of dots")
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
