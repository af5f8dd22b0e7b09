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
  private struct Tail {
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

  private let directory: String
  private let environment: OpaquePointer
  private let gate: MapGate
  private let data: Int32
  private let pageSize: Int
  private let limits: JournalLimits
  private let keeper: JournalKeeper
  // Safety: the open file keeps it, which whoever writes holds.
  private let record: UnsafeMutablePointer<RowRecord>

  private var isClosed = false
  /// nil until somebody has written, unless it was there before. For any thread.
  var file: JournalFile? { gate.journal }
  /// The header on disk, when it is this process's own.
  private var standing: JournalHeader?
  /// Whether the data file has been given its mark: not when its first record could not be written.
  private var isMarked = false
  /// Keeps its root's pages.
  private var pin: SnapshotPin?
  /// The header of a checkpoint whose data are being flushed; not on disk yet.
  private var coming: JournalHeader?
  private var comingPin: SnapshotPin?
  /// The transactions that both pins keep, for who reports readers.
  private let pinned = Mutex<[UInt64]>([])
  /// Means something while `standing` does.
  private var tail = Tail(.none)
  /// Whether the newest commit had no room in a record and is not durable yet: no record may come
  /// before it is.
  private var isUnrecorded = false

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
        try file?.eraseHead(before.header, at: before.offset)
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
    let head = RowRecord.Head(
      interval: tail.header.interval, sequence: tail.sequence, flushed: tail.flushed,
      chain: tail.chain)
    let bytes = record.pointee.sealed(head)
    try file?.write(bytes, tail.header, at: tail.offset)
    var after = tail
    after.offset += bytes.count
    after.chain = bytes.loadUnaligned(fromByteOffset: 40, as: UInt64.self)
    after.sequence += 1
    return after
  }

  private func flushJournal() throws(LMDBError) {
    try gate.flushing { () throws(LMDBError) in try file?.flush() }
  }

  /// What is to be done when a header is on disk.
  private func stand(_ header: JournalHeader) throws(LMDBError) {
    if header == coming {
      pin = comingPin.take()
      (standing, coming) = (header, nil)
      pinned.withLock { $0 = [Root.transaction(header.root)] }
    }
    isMarked = false
    try mark()
  }

  /// Writes the mark of the interval, unless it is there: the next header names it, so that it has
  /// to come to the disk with the flush before that.
  private func mark() throws(LMDBError) {
    guard let standing, !isMarked else { return }
    try RootMark(interval: standing.interval, isOpen: true).write(data, pageSize: pageSize)
    isMarked = true
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

  /// Makes the data file durable, and lets the records go on from there; ends the interval when no
  /// reader slot is left to keep its pages.
  private func checkpoint(before id: UInt64) throws(LMDBError) {
    try finishCheckpoint()
    guard try startCheckpoint(before: id) else { return try endInterval(before: id) }
    try finishCheckpoint()
    isUnrecorded = false
  }

  /// Lets the records go on from the newest commit, in another interval. Returns whether its header
  /// is to be written with the first record.
  private func goOn(before id: UInt64) throws(LMDBError) -> Bool {
    if isUnrecorded {
      try checkpoint(before: id)
    } else {
      // Before the next one, so that the file does not grow while the disk is behind.
      try finishCheckpoint()
      if try startCheckpoint(before: id) { return false }
      try endInterval(before: id)
    }
    return try begin(before: id)
  }

  /// Puts the header of a new interval on disk without a record.
  private func putHeader() throws(LMDBError) {
    guard let standing else { return }
    try file?.write(standing)
    try flushJournal()
    try stand(standing)
  }

  // MARK: Intervals

  /// Begins an interval unless there is one of this process. Returns whether its header is to be
  /// written with the first record.
  private func begin(before id: UInt64) throws(LMDBError) -> Bool {
    let file = try openedFile()
    try file.check()
    if let standing, file.isNewest(standing) { return false }
    let newest = try file.newestHeader()
    if try file.isDoubted {
      throw LMDBError(
        code: .panic, call: "fdatasync",
        detail:
          "a flush failed in another process: close all that have the store open, and open it "
          + "again")
    }
    giveUp()
    // The name of one that is new may not be on disk: its maker may have died.
    if (newest?.epoch ?? 0) == 0 { try NewDataFile.keepName(in: directory) }
    let root = try root(of: id - 1)
    var mark = root.mark
    // The mark is written when the header is on disk.
    let isProven =
      newest.map { mark == RootMark(interval: $0.interval, isOpen: $0.isOpen) } ?? false
    let isWhole = isProven && newest?.isOpen == false && newest?.root == root.bytes
    if !isWhole {
      if mark == nil {
        let made = RootMark(interval: .random(in: 1 ... .max), isOpen: false)
        try made.write(data, pageSize: pageSize)
        mark = made
      }
      try gate.flushing { () throws(LMDBError) in try DriveFlush.flushData(data, directory) }
    }
    let interval = UInt64.random(in: 1 ... .max)
    let header = JournalHeader(
      state: .open, epoch: (newest?.epoch ?? 0) + 1, interval: interval,
      previous: mark?.interval ?? 0, next: .random(in: 1 ... .max), sequence: 0, chain: interval,
      area: UInt64(file.area), pageSize: UInt64(pageSize), root: root.bytes)
    pin = try makePin(id - 1)
    (standing, tail, isMarked) = (header, Tail(header), false)
    keeper.start(self)
    // Where the first record goes may stand some that are needed until this header is on disk: of
    // an interval whose successor's header is not, or of one that has gone on in this area before
    // it had a header for that.
    if isProven, let newest {
      if !newest.isOpen { return true }
      if try file.interval(atStartOf: header) != newest.next { return true }
    }
    try putHeader()
    return false
  }

  private func root(of transaction: UInt64) throws(LMDBError) -> Root {
    errno = 0
    let root = Root(data, slot: Int(transaction & 1), pageSize: pageSize)
    // A disk that fails says nothing of who has the file.
    if root == nil, errno != 0 {
      throw LMDBError(
        code: .init(rawValue: errno), call: "pread", detail: "\(directory)/data.mdb")
    }
    guard let root, root.transaction == transaction else {
      throw FileBinding.replaced("\(directory)/data.mdb holds another root")
    }
    return root
  }

  private func openedFile() throws(LMDBError) -> JournalFile {
    if let file { return file }
    let made = try JournalFile.make(in: directory, area: limits.area)
    gate.journal = made
    return made
  }

  /// A snapshot of the newest commit, taken while nobody else writes; nil when readers have every
  /// slot.
  private func makePin(_ id: UInt64) throws(LMDBError) -> SnapshotPin? {
    var transaction: OpaquePointer?
    var code = gate.atReaders {
      mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction)
    }
    if code == MDB_READERS_FULL, try gate.clearStaleReaders() > 0 {
      code = gate.atReaders { mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction) }
    }
    if code == MDB_READERS_FULL { return nil }
    try check(code, "mdb_txn_begin")
    guard let transaction else { throw LMDBError(code: .noMemory, call: "mdb_txn_begin") }
    gate.keep()
    let pin = SnapshotPin(transaction, gate)
    guard pin.transaction == id else {
      throw FileBinding.replaced("\(directory)/data.mdb holds another commit")
    }
    pinned.withLock { $0.append(id) }
    return pin
  }

  /// The transactions whose pages the journal keeps: for this process, and for the one that has the
  /// interval otherwise.
  func pinnedTransactions() throws(LMDBError) -> (own: [UInt64], others: UInt64?) {
    let header = try JournalFile(in: directory)?.newestHeader()
    let others = header.flatMap { $0.isOpen ? Root.transaction($0.root) : nil }
    return (pinned.withLock { $0 }, others)
  }

  /// Forgets an interval that another process has taken over, or that has ended.
  private func giveUp() {
    pin = nil
    comingPin = nil
    pinned.withLock { $0 = [] }
    (standing, coming, isUnrecorded) = (nil, nil, false)
  }

  // MARK: Checkpoints

  /// Lets the records go on in the other area, while the data file is flushed.
  ///
  /// - Parameter id: the commit that is about to be made.
  /// - Returns: false, with nothing done, when no reader slot is left.
  private func startCheckpoint(before id: UInt64) throws(LMDBError) -> Bool {
    guard let standing else { return true }
    let root = try root(of: id - 1)
    try mark()
    comingPin = try makePin(id - 1)
    if comingPin == nil { return false }
    let header = JournalHeader(
      state: .open, epoch: standing.epoch + 1, interval: standing.next,
      previous: standing.interval, next: .random(in: 1 ... .max), sequence: tail.sequence,
      chain: tail.chain, area: standing.area, pageSize: standing.pageSize, root: root.bytes)
    coming = header
    let flushed = tail.flushed
    tail = Tail(header)
    tail.flushed = flushed
    keeper.flush()
    return true
  }

  /// Waits for the flush of a checkpoint, and puts its header on disk.
  private func finishCheckpoint() throws(LMDBError) {
    guard let coming else { return }
    try gate.flushing { () throws(LMDBError) in
      try keeper.wait()
      try file?.write(coming)
      try file?.flush()
    }
    try stand(coming)
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

  /// Makes the data file whole by itself. Returns false when somebody else writes, or a flush has
  /// failed before, which was told then.
  ///
  /// - Throws: `LMDBError`; then the interval stays open, and is done again at the next opening.
  func settle() throws(LMDBError) -> Bool {
    guard !gate.hasFailed, gate.tryEnterWriting() else { return false }
    defer { gate.leaveWriting() }
    // Before LMDB is asked, whose map another process may have outgrown.
    guard let file, let standing, file.isNewest(standing) else {
      giveUp()
      return true
    }
    try gate.requireFile()
    try whileNobodyWrites { (next) throws(LMDBError) in try endInterval(before: next) }
    return true
  }

  /// Makes the data file whole by itself, says so, and gives up the pages that were kept.
  private func endInterval(before id: UInt64) throws(LMDBError) {
    defer { giveUp() }
    guard let file, let standing else { return }
    try gate.flushing { () throws(LMDBError) in
      try mark()
      try DriveFlush.flushData(data, directory)
      try file.write(standing.ended(at: root(of: id - 1)))
      try file.flush()
    }
    try RootMark(interval: standing.interval, isOpen: false).write(data, pageSize: pageSize)
  }

  /// Makes the data file whole and gives the pages up that the interval has kept.
  ///
  /// Before LMDB closes the file. Again it does nothing.
  ///
  /// - Throws: `LMDBError` when the data file needs its journal still, where both are.
  func close() throws(LMDBError) {
    keeper.stop()
    if isClosed { return }
    isClosed = true
    defer { giveUp() }
    _ = try settle()
  }

  /// Runs `body` with the number of the next commit. For who has the lock of the writer.
  private func whileNobodyWrites(
    _ body: (_ next: UInt64) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    var transaction: OpaquePointer?
    try check(mdb_txn_begin(environment, nil, 0, &transaction), "mdb_txn_begin")
    defer { mdb_txn_abort(transaction) }
    try body(UInt64(mdb_txn_id(transaction)))
  }
}
