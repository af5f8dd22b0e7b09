internal import CDaybook
internal import Synchronization

/// The interval of a process: how it begins, what it keeps, and how it ends.
extension Journal {
  /// Begins an interval unless there is one of this process. Returns whether its header is to be
  /// written with the first record.
  func begin(before id: UInt64) throws(LMDBError) -> Bool {
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

  func root(of transaction: UInt64) throws(LMDBError) -> Root {
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

  func openedFile() throws(LMDBError) -> JournalFile {
    if let file { return file }
    let made = try JournalFile.make(in: directory, area: limits.area)
    gate.journal = made
    return made
  }

  /// A snapshot of the newest commit, taken while nobody else writes; nil when readers have every
  /// slot.
  func makePin(_ id: UInt64) throws(LMDBError) -> SnapshotPin? {
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
  func giveUp() {
    pin = nil
    comingPin = nil
    pinned.withLock { $0 = [] }
    (standing, coming, isUnrecorded) = (nil, nil, false)
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
  func endInterval(before id: UInt64) throws(LMDBError) {
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
  func whileNobodyWrites(
    _ body: (_ next: UInt64) throws(LMDBError) -> Void
  ) throws(LMDBError) {
    var transaction: OpaquePointer?
    try check(mdb_txn_begin(environment, nil, 0, &transaction), "mdb_txn_begin")
    defer { mdb_txn_abort(transaction) }
    try body(UInt64(mdb_txn_id(transaction)))
  }
}
