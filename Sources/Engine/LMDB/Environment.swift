internal import CDaybook

/// An open LMDB environment: one directory with `data.mdb` and `lock.mdb`.
///
/// It may be used from any thread. The file is open until the environment and all of its
/// transactions have gone, or `closeFile`. A process may have a file open once: opening it again
/// waits a second for that, and throws `EAGAIN`.
public struct Environment: ~Copyable, @unchecked Sendable {  // LMDB locks; `gate` guards the map
  /// How an environment is opened.
  public struct Options: Sendable {
    /// Address space reserved for the map, in bytes. It costs no memory and no disk until used.
    public var mapSize: Int
    /// The most named tables.
    public var maximumTables: Int
    /// The most read transactions at one time, over all processes.
    public var maximumReaders: Int
    /// Makes the directory, those around it and the files when they are missing.
    public var createsFiles: Bool
    /// How much of the file is looked at before LMDB maps it.
    public var pageChecks: PageChecks
    /// Whether the file is to keep its name while it is open: whoever writes looks for that,
    /// because what is written to a file that was replaced is lost. One that loses its name is
    /// written without a journal and never flushed.
    package var keepsName = true
    /// When the journal has a checkpoint, for tests.
    package var journal = JournalLimits()
    /// Called after each step of making a file, for tests; nil for none.
    package var creationStep: (@Sendable (CreationStep) -> Void)?
    /// Called before each pause while somebody else has the file or is opening it, for tests; nil
    /// for none. The registry of open files may be locked then: it must open and close no file but
    /// one that this process has and that is waited for.
    package var pausing: (@Sendable () -> Void)?

    /// 64 GiB of address space where there is plenty, 1 GiB on iOS and its siblings.
    public static var defaultMapSize: Int {
      #if os(Linux) || os(macOS)
      1 << 36
      #else
      1 << 30
      #endif
    }

    /// Options for a file that is made when it is missing.
    public init(
      mapSize: Int = defaultMapSize, maximumTables: Int = 128, maximumReaders: Int = 512,
      createsFiles: Bool = true, pageChecks: PageChecks = .inBackground
    ) {
      self.mapSize = mapSize
      self.maximumTables = maximumTables
      self.maximumReaders = maximumReaders
      self.createsFiles = createsFiles
      self.pageChecks = pageChecks
    }
  }

  /// The directory.
  public let path: String
  /// How many tables it may have.
  public let maximumTables: Int
  /// What was not looked at when it was opened; `walkPages` does.
  public let pagesLeft: PagesLeft
  /// What became of the journal when it was opened.
  package let journalOutcome: JournalOutcome
  // Safety: `file` frees it, which the environment and each transaction keep.
  let handle: OpaquePointer
  /// nil for a draft, and for a file that loses its name.
  let journal: Journal?
  let gate: MapGate
  let file: OpenFile
  private let forks = Fork.count

  /// Opens the environment in the directory `path`.
  ///
  /// Clears the reader slots of dead processes. Looks at the file first, as `Options.pageChecks`
  /// says: LMDB trusts its pages, and a damaged one or one past the end of the file would kill the
  /// process.
  ///
  /// Wraps `mdb_env_create`, `mdb_env_open` (with `MDB_NOTLS`) and `mdb_reader_check`.
  ///
  /// - Throws: `LMDBError`: `EAGAIN` when this process has the file open, and still has it a second
  ///   later; `ENOENT` when it is missing and not to be made, `MDB_INVALID` or
  ///   `MDB_VERSION_MISMATCH` for other files, `MDB_CORRUPTED` when the file was cut off or a page
  ///   is damaged.
  ///
  /// - Parameter fill: puts the first content into a file that is made; the file gets its name when
  ///   that is on disk, so that whoever sees a file sees the content.
  public init(
    path: String, options: Options = Options(),
    fill: ((borrowing Environment) throws -> Void)? = nil
  ) throws {
    if options.createsFiles { try NewDataFile.make(in: path, options: options, fill: fill) }
    try self.init(existing: path, options: options)
  }

  /// As `init(path:options:fill:)`, without content.
  public init(path: String, options: Options = Options()) throws(LMDBError) {
    if options.createsFiles { try NewDataFile.make(in: path, watch: options.creationStep) }
    try self.init(existing: path, options: options)
  }

  private init(existing path: String, options: Options) throws(LMDBError) {
    let opened = try Environment.opened(path: path, options: options)
    let file = opened.file
    let gate = MapGate(file)
    let journal = try file.record.map { (record) throws(LMDBError) in
      try Journal(path, file.handle, gate, record, options.journal)
    }
    (self.file, handle, self.gate, self.journal) = (file, file.handle, gate, journal)
    (self.path, pagesLeft, journalOutcome) = (path, opened.left, opened.journal)
    maximumTables = options.maximumTables
  }

  deinit {
    guard let journal else { return }
    // In a forked child there is no keeper to wait for, and the pages are the parent's to keep.
    // Safety: nobody frees the journal there; the child keeps it until it ends.
    if forks == Fork.count { try? journal.close() } else { _ = Unmanaged.passRetained(journal) }
  }

  /// Opens the file `draft`, which nobody else knows, without locks.
  init(draft: String, options: Options) throws(LMDBError) {
    let flags = UInt32(MDB_NOTLS | MDB_NOSUBDIR | MDB_NOLOCK)
    let created = try Environment.created(options, mapSize: options.mapSize)
    let code = mdb_env_open(created, draft, flags, 0o600)
    guard code == 0 else {
      mdb_env_close(created)
      throw LMDBError(code: .init(rawValue: code), call: "mdb_env_open", detail: draft)
    }
    let file = OpenFile(created, nil)
    (self.file, handle, gate) = (file, created, MapGate(file))
    (path, maximumTables) = (draft, options.maximumTables)
    journal = nil
    (pagesLeft, journalOutcome) = (.nothing, .nothing)
  }

  /// Opens a file that nobody writes, such as a backup, to read it alone: without locks, and
  /// without a file beside it.
  ///
  /// Looks at every page first.
  ///
  /// - Throws: `LMDBError`: `ENOENT`, `EACCES`; `MDB_INVALID` for another file; `MDB_CORRUPTED`.
  package init(reading file: String) throws(LMDBError) {
    let options = Options(maximumTables: 1 << 12, createsFiles: false)
    _ = try OpeningCheck.roots(file)
    _ = try OpeningCheck.pages(file, .atOpen)
    let flags = UInt32(MDB_NOTLS | MDB_NOSUBDIR | MDB_NOLOCK | MDB_RDONLY)
    let created = try Environment.created(options, mapSize: options.mapSize)
    let code = mdb_env_open(created, file, flags, 0o600)
    guard code == 0 else {
      mdb_env_close(created)
      throw LMDBError(code: .init(rawValue: code), call: "mdb_env_open", detail: file)
    }
    let opened = OpenFile(created, nil)
    (self.file, handle, gate) = (opened, created, MapGate(opened))
    (path, maximumTables) = (file, options.maximumTables)
    journal = nil
    (pagesLeft, journalOutcome) = (.nothing, .nothing)
  }

  /// Closes the file, after every transaction of this process has ended. Wraps `mdb_env_close`.
  ///
  /// Whoever calls it sees to it that no transaction is begun any more, that no snapshot is parked,
  /// and that nothing but this is called afterwards. Again it does nothing.
  ///
  /// - Throws: `LMDBError` when the data file could not be made whole; the file is closed all the
  ///   same. Its last commits are in the journal then, and the next opening makes them again.
  public func closeFile() throws(LMDBError) {
    refuseForked()
    defer { gate.alone { file.close() } }
    try journal?.close()
  }

  // MARK: Transactions

  /// Begins a snapshot for a thread that works for who writes and waits for it, and for code that
  /// takes a transaction that writes: LMDB refuses what it would write, with `EACCES`.
  ///
  /// Whoever writes keeps the map where it is meanwhile. This thread does not: it would wait for a
  /// change of the map that waits for who writes.
  ///
  /// - Throws: `LMDBError`: `MDB_READERS_FULL` and others of `mdb_txn_begin`.
  public func beginSnapshotForWriter() throws(LMDBError) -> WriteTransaction {
    refuseForked()
    var transaction: OpaquePointer?
    let code = gate.atReaders { mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction) }
    try check(code, "mdb_txn_begin")
    guard let transaction else { throw LMDBError(code: .noMemory, call: "mdb_txn_begin") }
    gate.keep()
    return WriteTransaction(handle: transaction, gate: gate, record: nil, isSnapshot: true)
  }

  /// Begins a snapshot. Wraps `mdb_txn_begin` with `MDB_RDONLY`.
  ///
  /// Clears dead readers and tries once more when the reader table is full, and makes the map
  /// larger when another process made the file so. Waits up to five seconds for a process of
  /// the same number, as there may be in another container: LMDB knows readers by it.
  ///
  /// - Throws: `LMDBError`: `EAGAIN` when that process stays.
  public func beginRead() throws(LMDBError) -> ReadTransaction {
    refuseForked()
    gate.enter()
    var transaction: OpaquePointer?
    var code = gate.atReaders { mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction) }
    for attempt in 0..<100 where code != 0 && (code == EAGAIN || attempt < 8) {
      gate.leave()
      switch code {
      case EAGAIN:
        usleep(50_000)
      case MDB_READERS_FULL:
        let cleared = try clearStaleReaders()
        if cleared == 0 { try check(code, "mdb_txn_begin") }
      case MDB_MAP_RESIZED:
        try growMapToFile()
      default:
        try check(code, "mdb_txn_begin")
      }
      gate.enter()
      code = gate.atReaders { mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &transaction) }
    }
    guard code == 0, let transaction else {
      gate.leave()
      throw LMDBError(
        code: .init(rawValue: code), call: "mdb_txn_begin",
        detail: code == EAGAIN
          ? "another process with the number \(getpid()), as in another container, has it open" : ""
      )
    }
    let begun = ReadTransaction(handle: transaction, gate: gate)
    try requireRoot(of: begun.id)
    return begun
  }

  /// Begins a snapshot with the slot and the memory of one that was parked.
  ///
  /// Wraps `mdb_txn_renew`, which costs half as much as `mdb_txn_begin`.
  public func resume(_ parked: consuming ParkedRead) throws(LMDBError) -> ReadTransaction {
    refuseForked()
    gate.enterAgain()  // What was parked has kept the file.
    let transaction = parked.take()
    let code = mdb_txn_renew(transaction)
    if code == 0 {
      let begun = ReadTransaction(handle: transaction, gate: gate)
      try requireRoot(of: begun.id)
      return begun
    }
    mdb_txn_abort(transaction)
    gate.leave()
    return try beginRead()
  }

  /// Begins the write transaction, waiting for the one of any other thread or process to end.
  ///
  /// It must be committed or dropped on the thread that began it. Wraps `mdb_txn_begin`.
  ///
  /// - Throws: `LMDBError`: `MDB_PANIC` after a failed flush, until the environment is opened anew.
  public func beginWrite() throws(LMDBError) -> WriteTransaction {
    refuseForked()
    if gate.hasFailed {
      throw LMDBError(code: .panic, call: "mdb_txn_begin", detail: "an earlier flush failed")
    }
    let begun = try beginLocked()
    try requireRoot(before: begun.id)
    return begun
  }

  /// Begins it as soon as it has the lock, and looks first whether the file is still there.
  private func beginLocked() throws(LMDBError) -> WriteTransaction {
    var (attempts, transaction): (Int, OpaquePointer?) = (0, nil)
    while true {
      gate.enterWriting()
      do throws(LMDBError) {
        try gate.requireFile()
        let code = mdb_txn_begin(handle, nil, 0, &transaction)
        if code != MDB_MAP_RESIZED || attempts == 8 { try check(code, "mdb_txn_begin") }
      } catch {
        gate.leaveWriting()
        throw error
      }
      if let transaction {
        file.record?.pointee.removeAll()
        return WriteTransaction(handle: transaction, gate: gate, record: file.record)
      }
      gate.leaveWriting()
      try growMapToFile()
      attempts += 1
    }
  }

  /// LMDB's locks and reader slots belong to the process that opened the file.
  ///
  /// Ends the process when it is called in a child of that one.
  @inline(__always)
  public func refuseForked() {
    if forks != Fork.count { Self.isForked() }
  }

  /// Not `preconditionFailure`, which does not print its sentence in a release build.
  @inline(never)
  private static func isForked() -> Never {
    fatalError("a store that was opened before fork cannot be used in the child: open it there")
  }

  // MARK: Upkeep

  /// Doubles the map. Waits until every transaction of this process has ended.
  ///
  /// Call it when `MDB_MAP_FULL` was thrown and the transaction has been dropped, then repeat the
  /// work. Wraps `mdb_env_set_mapsize`.
  ///
  /// - Throws: `LMDBError` `noMemory`; then the map is as it was.
  public func growMap() throws(LMDBError) {
    try growMap(to: information.me_mapsize + 1)
  }

  /// Takes in what another process has written behind the end of the map.
  private func growMapToFile() throws(LMDBError) {
    try growMap(to: usedBytes)
  }

  /// Doubles the map until it has so many bytes.
  private func growMap(to bytes: Int) throws(LMDBError) {
    try gate.alone { () throws(LMDBError) in
      var size = information.me_mapsize
      while size < bytes { size *= 2 }
      // LMDB gives the old map up before it asks for the new one, and would have none.
      try Environment.requireRoom(size)
      try check(mdb_env_set_mapsize(handle, size), "mdb_env_set_mapsize")
    }
  }

  /// Frees the reader slots of processes that died, and says how many. Wraps `mdb_reader_check`.
  @discardableResult
  public func clearStaleReaders() throws(LMDBError) -> Int {
    try gate.clearStaleReaders()
  }

  /// Makes the changes visible.
  ///
  /// - Parameter isDurable: whether they are on disk when this returns, after one flush. Otherwise
  ///   the last commits may vanish with the power, and `flush` makes them durable; the file is
  ///   never damaged. What takes more than 128 KiB is durable in any case.
  /// - Throws: `LMDBError`; then nothing of the transaction has happened, unless `mayHaveFlushed`:
  ///   then the disk failed, and no transaction that writes begins any more.
  public func commit(
    _ transaction: consuming WriteTransaction, isDurable: Bool = true
  ) throws(LMDBError) {
    let other = transaction.handle
    invariant(mdb_txn_env(other) == handle, "a transaction is of another file")
    if let journal {
      try journal.commit(transaction, isDurable: isDurable)
    } else {
      try transaction.commit()
    }
  }

  /// Throws `ENOSPC` unless the disk has room for so many bytes.
  ///
  /// Asked before a commit, because a full disk that shows during one cannot be told from a failed
  /// flush. Wraps `fstatvfs`.
  public func requireRoom(_ bytes: UInt64) throws(LMDBError) {
    var status = statvfs()
    guard try fstatvfs(descriptor(), &status) == 0 else { return }
    let room = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    if room < bytes {
      throw LMDBError(
        code: .noSpace, call: "fstatvfs",
        detail: "only \(room) bytes are free, and a commit is begun with at least \(bytes)")
    }
  }

  /// Returns when every commit of this process so far is on disk.
  ///
  /// - Throws: `LMDBError`; then no transaction that writes begins any more.
  public func flush() throws(LMDBError) { try journal?.flush() }

  func descriptor() throws(LMDBError) -> Int32 {
    var descriptor: Int32 = -1
    try check(mdb_env_get_fd(handle, &descriptor), "mdb_env_get_fd")
    return descriptor
  }
}
