internal import LMDB

extension LogReader {
  /// The local number of the transaction with a dot; nil when it is not here.
  ///
  /// O(log n): finds the run that the dot may be in, and looks whether its transaction has the dot.
  /// Of what was purged only the newest transaction of each replica is known.
  func number(replica: UInt32, sequence: UInt64) throws -> UInt64? {
    guard let run = try run(replica, through: sequence) else { return nil }
    // A row is enough: a snapshot of another store puts several dots on one transaction.
    if sequence == run.sequence { return run.number }
    let number = run.number(of: sequence)
    guard let record = try record(number) else { return nil }
    return record.replica == replica && record.sequence == sequence ? number : nil
  }

  /// The run of a replica that begins last among those that begin at a sequence or before it; nil
  /// when there is none.
  func run(_ replica: UInt32, through sequence: UInt64 = .max) throws -> DotRun? {
    var found: DotRun?
    func take(_ key: BorrowedBytes, _ row: BorrowedBytes) throws -> Bool {
      found = try DotRun(key, row, self)
      return false
    }
    try withUnsafeBytes(of: replica.bigEndian) { prefix in
      if sequence == .max {
        return try RowScan.reversed(transaction, tables.dots, prefix: prefix, take)
      }
      try DotKey.withBytes(replica, sequence + 1) { end in
        try RowScan.reversed(transaction, tables.dots, from: prefix, before: end, take)
      }
    }
    return found
  }

  /// The sequence of the newest transaction of a replica that is here; 0 when there is none.
  ///
  /// O(log n) when the newest transaction of the log is the replica's, else O(log² n): no row says
  /// where the last run of a replica ends.
  func newestSequence(_ replica: UInt32) throws -> UInt64 {
    try newestSequence(replica, newestRecord())
  }

  /// The transactions of its space that the store has. Some look-ups a writer.
  func versionVector() throws -> VersionVector {
    var vector = VersionVector()
    let newest = try newestRecord()
    try forEachReplica { vector[$1.id] = try newestSequence($0, newest) }
    return vector
  }

  private func newestSequence(_ replica: UInt32, _ newest: TransactionRecord?) throws -> UInt64 {
    guard let run = try run(replica) else { return 0 }
    // A snapshot of another store brings some that are older than the newest one that it names.
    if let newest, newest.replica == replica, newest.sequence >= run.sequence {
      return newest.sequence
    }
    guard try reaches(run, replica, 0) else { return run.sequence }
    // It has reached so far, and ends before `end`.
    var (last, end): (UInt64, UInt64) = (0, 1)
    while try reaches(run, replica, end) { (last, end) = (end, end * 2) }
    while last + 1 < end {
      let middle = last + (end - last) / 2
      if try reaches(run, replica, middle) { last = middle } else { end = middle }
    }
    return run.sequence + last
  }

  /// Whether so many transactions after its first one are in a run.
  private func reaches(_ run: DotRun, _ replica: UInt32, _ distance: UInt64) throws -> Bool {
    let record = try record(run.number &+ distance)
    return record?.replica == replica && record?.sequence == run.sequence &+ distance
  }

  private func newestRecord() throws -> TransactionRecord? {
    var cursor = try transaction.cursor(tables.transactions)
    guard try cursor.last() else { return nil }
    return try storedRecord(cursor.key)
  }

  /// The record of a transaction; nil when there is none, for whatever reason.
  func storedRecord(_ number: UInt64) throws -> TransactionRecord? {
    guard let span = try transaction.value(tables.transactions, number) else { return nil }
    guard let record = span.withUnsafeBytes({ TransactionRecord($0, number: number) }) else {
      throw StoreError.damaged("transaction \(number) is damaged")
    }
    return record
  }
}

/// A row of the table `dots`: where a run of transactions of one replica begins.
struct DotRun {
  let replica: UInt32
  let sequence: UInt64
  /// The local number of its first transaction.
  let number: UInt64

  /// - Throws: `StoreError.damaged`.
  init(_ key: BorrowedBytes, _ row: BorrowedBytes, _ log: LogReader) throws {
    guard key.count == DotKey.size, row.count == 8 else {
      throw log.transaction.damaged(log.tables.dots, key)
    }
    replica = UInt32(bigEndian: key.loadUnaligned(as: UInt32.self))
    sequence = UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
    number = row.load(0)
  }

  /// The local number that a later sequence has if it is in the run.
  func number(of sequence: UInt64) -> UInt64 { number &+ (sequence &- self.sequence) }
}
