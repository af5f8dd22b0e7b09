internal import CDaybook
internal import Synchronization

/// Makes commits durable with one flush: a record of what a commit puts and removes is flushed
/// before LMDB commits without a flush.
///
/// LMDB by itself flushes a commit's pages and then its root. Here neither is flushed with a
/// commit. On disk there are at any time
/// - a header of the journal that names a root of the data file (the last checkpoint),
/// - all pages of that root, which `pin` keeps LMDB from using again,
/// - the records of all acknowledged commits since.
///
/// Whoever opens the file while nobody else has it open puts that root back and does the records
/// again (`JournalRedo`). Records are of rows and tables, so that this needs no schema.
///
/// A checkpoint flushes the data file and takes the newest root for the next header. The flush runs
/// on the keeper's thread, and records go on in the other area meanwhile: the header is written
/// with the first record after that, in one flush. What is there may be overwritten only then.
///
/// An interval belongs to one process, which holds its pin. Another one that writes makes the data
/// file durable first and begins an interval of its own.
final class Journal: @unchecked Sendable {
  // Everything but the keeper is used by who has the lock of the writer.

  /// Where the next record goes, and what it goes on from.
  struct Tail {
    /// The interval that it is of.
    var header: JournalHeader
    var offset = 0
    var chain: UInt64
    var sequence: UInt64
    var flushed: UInt64
    /// Bytes of pages that were freed since the interval's root, at most.
    var freed = 0

    init(_ header: JournalHeader) {
      self.header = header
      (chain, sequence, flushed) = (header.chain, header.sequence, header.sequence)
    }
  }

  let directory: String
  let environment: OpaquePointer
  let gate: MapGate
  let data: Int32
  let pageSize: Int
  let limits: JournalLimits
  let keeper: JournalKeeper
  // Safety: the open file keeps it, which whoever writes holds.
  private let record: UnsafeMutablePointer<RowRecord>

  var isClosed = false
  /// nil until somebody has written, unless it was there before. For any thread.
  var file: JournalFile? { gate.journal }
  /// The header on disk, when it is this process's own.
  var standing: JournalHeader?
  /// Whether the data file has been given its mark: not when its first record could not be written.
  var isMarked = false
  /// Keeps its root's pages.
  var pin: SnapshotPin?
  /// The header of a checkpoint whose data are being flushed; not on disk yet.
  var coming: JournalHeader?
  var comingPin: SnapshotPin?
  /// The transactions that both pins keep, for who reports readers.
  let pinned = Mutex<[UInt64]>([])
  /// Means something while `standing` does.
  var tail = Tail(.none)
  /// Whether the newest commit had no room in a record and is not durable yet: no record may come
  /// before it is.
  var isUnrecorded = false

  init(
    _ directory: String, _ environment: OpaquePointer, _ gate: MapGate,
    _ record: UnsafeMutablePointer<RowRecord>, _ limits: JournalLimits
  ) throws(LMDBError) {
    var (descriptor, statistics): (Int32, MDB_stat) = (-1, MDB_stat())
    try check(mdb_env_get_fd(environment, &descriptor), "mdb_env_get_fd")
    try check(mdb_env_stat(environment, &statistics), "mdb_env_stat")
    (self.directory, self.environment, self.gate) = (directory, environment, gate)
    self.record = record
    (data, pageSize, self.limits) = (descriptor, Int(statistics.ms_psize), limits)
    keeper = JournalKeeper(descriptor, directory, gate, idle: limits.idle)
    // Now, because a folder that is moved takes its journal along. One that may not be written is
    // for who writes to complain about.
    gate.journal = try? JournalFile(in: directory)
    record.pointee.whenTooLarge = { [weak self] (beyond, id) throws(LMDBError) in
      guard let self else {
        throw LMDBError(code: .panic, call: "mdb_put", detail: "the file was closed before")
      }
      return try mostBeyond(beyond, before: id)
    }
  }

  // MARK: Committing

  /// How many bytes of operations a transaction may change beyond its record; without end once
  /// there is an interval of this process, which is begun when there are more.
  ///
  /// LMDB writes pages of a large transaction before its commit. It leaves those of the last two
  /// commits alone, and no others that nobody reads: the root of another process's interval is kept
  /// as long as that process lives. A transaction that may come to nothing changes no byte until
  /// then. It changes each page of the file once at most, and fills half of a new one at least.
  private func mostBeyond(_ beyond: Int, before id: UInt64) throws(LMDBError) -> Int {
    var information = MDB_envinfo()
    mdb_env_info(environment, &information)
    let most = (limits.changed - information.me_last_pgno) * pageSize / 2
    if beyond <= most { return most }
    if try begin(before: id) { try putHeader() }
    return .max
  }

  /// Commits a transaction, which wrote `record`; durable when this returns, or with a later flush.
  ///
  /// - Throws: `LMDBError`; then nothing of it has happened, unless `mayHaveFlushed`.
  func commit(_ transaction: consuming WriteTransaction, isDurable: Bool) throws(LMDBError) {
    let id = transaction.id
    // LMDB gives the number of a commit without changes to the next one.
    if record.pointee.isEmpty { return try transaction.commit() }
    var isBeginning = try begin(before: id)
    let isLarge =
      record.pointee.isTooLarge || record.pointee.hasEmptied
      || record.pointee.count > Int(tail.header.area) / 8
    if !isLarge, !isBeginning, isDue || isUnrecorded { isBeginning = try goOn(before: id) }
    // LMDB itself keeps the last two commits, so that one may do without a pin.
    if isLarge || pin == nil { return try commitWhole(transaction, isBeginning: isBeginning) }
    tail.freed += mostFreed
    let before = tail
    keeper.note()
    let header = isBeginning ? standing : try flushedHeader()
    if let header { try file?.write(header) }
    var after = try write()
    if isDurable || header != nil {
      try flushJournal()
      after.flushed = after.sequence
      if let header { try gate.flushing { () throws(LMDBError) in try stand(header) } }
    }
    tail = after
    try transaction.commit { () throws(LMDBError) in
      // What is not acknowledged must not be done again.
      tail = before
      try gate.flushing { () throws(LMDBError) in
        try file?.eraseRecord(before.header, at: before.offset)
        try file?.flush()
      }
    }
  }

  /// About the bytes of pages that the transaction frees: it copies one for each row, or more when
  /// the row is a long one, and those that lead to them. LMDB shows its own count to nobody who
  /// writes.
  private var mostFreed: Int { (record.pointee.operations + 5) * pageSize + record.pointee.count }

  /// After so many there is a checkpoint: a small file grows by little, some twenty commits.
  private var mostKept: Int {
    var information = MDB_envinfo()
    mdb_env_info(environment, &information)
    return min(limits.freed, max(1 << 20, information.me_last_pgno * pageSize / 4))
  }

  private var isDue: Bool {
    tail.freed >= mostKept || tail.offset + record.pointee.count > Int(tail.header.area)
  }

  /// The header of a checkpoint, when its data are on disk.
  private func flushedHeader() throws(LMDBError) -> JournalHeader? {
    guard let coming else { return nil }
    return try gate.flushing { () throws(LMDBError) in try keeper.hasFlushed() } ? coming : nil
  }

  /// Writes the record behind the others. Returns where the next one goes.
  private func write() throws(LMDBError) -> Tail {
    let header = RowRecord.Header(
      interval: tail.header.interval, sequence: tail.sequence, flushed: tail.flushed,
      chain: tail.chain)
    invariant(file != nil, "a record has no journal to stand in")
    let bytes = record.pointee.sealed(header)
    invariant(
      tail.offset + bytes.count <= Int(tail.header.area), "a record reaches into the other area")
    try file?.write(bytes, tail.header, at: tail.offset)
    var after = tail
    after.offset += bytes.count
    after.chain = bytes.loadUnaligned(fromByteOffset: 40, as: UInt64.self)
    after.sequence += 1
    return after
  }

  func flushJournal() throws(LMDBError) {
    try gate.flushing { () throws(LMDBError) in try file?.flush() }
  }

  /// Commits what a record has no room for, or what there is no pin for, and makes it durable by a
  /// checkpoint.
  private func commitWhole(
    _ transaction: consuming WriteTransaction, isBeginning: Bool
  ) throws(LMDBError) {
    if isBeginning { try putHeader() }
    try finishCheckpoint()
    keeper.note()
    let before = isUnrecorded
    isUnrecorded = true
    try transaction.commit(keepsLock: true) { isUnrecorded = before }
    defer { gate.leaveWriting() }
    try gate.flushing { () throws(LMDBError) in
      try whileNobodyWrites { (next) throws(LMDBError) in try checkpoint(before: next) }
    }
  }

  // MARK: Upkeep

  /// Returns when every commit of this process is on disk. One that has no record is when it
  /// returns, and those that came before another process took the interval over are by then.
  func flush() throws(LMDBError) {
    try gate.flushing { () throws(LMDBError) in
      if let file {
        try file.flush()
      } else if let file = try JournalFile(in: directory) {
        try file.flush()
      } else {
        try DriveFlush.flushData(data, directory)
      }
    }
  }
}
