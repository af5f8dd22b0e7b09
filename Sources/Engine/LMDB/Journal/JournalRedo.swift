internal import CDaybook

/// Makes a data file whole whose last interval was not ended: puts the root of its header back, and
/// does the records again, in one transaction.
///
/// It may be cut off at any place: until a clean header is on disk, the next one does the same.
/// The pages of the root are not touched, because LMDB uses none that its newest root refers to.
struct JournalRedo: ~Copyable {
  private let directory: String
  private let data: Int32
  private let file: JournalFile
  private let header: JournalHeader

  deinit { close(data) }

  /// Before the environment of a directory is opened.
  ///
  /// - Parameters:
  ///   - binding: of the files.
  ///   - company: who else has them open. Nobody opens them meanwhile, when nobody has.
  ///     LMDB's own lock is taken too when something is done again, so that nobody finds the lock
  ///     file as it was before; it stays until LMDB takes its own.
  ///   - checks: how much of the checkpoint is looked at before it is gone back to.
  /// - Returns: what was done, and what was not looked at of a file that was made whole.
  /// - Throws: `LMDBError`: `MDB_CORRUPTED` when a record is damaged that was on disk, or a page of
  ///   the checkpoint, and then nothing was changed; `EAGAIN` when another program that knows
  ///   nothing of the journal has the file open.
  static func run(
    in directory: String, _ binding: FileBinding, _ company: FileBinding.Company,
    _ checks: PageChecks
  ) throws(LMDBError) -> (JournalOutcome, PagesLeft?) {
    // What those wrote who have it open is in the cache, and they have the interval.
    if company == .others { return (.nothing, nil) }
    let path = directory + "/data.mdb"
    guard let file = try JournalFile(in: directory) else {
      return (isLeftOpen(directory, nil) ? .missing : .nothing, nil)
    }
    let newest = try file.newestHeader()
    guard let header = newest, header.isOpen else {
      if try file.isDoubted {
        let isAlone = company == .nobody ? true : try lockOut(binding, company, path)
        if isAlone { try? file.endDoubt() }
      }
      guard isLeftOpen(directory, newest) else {
        if company == .nobody, let newest { endMark(directory, newest) }
        return (.nothing, nil)
      }
      file.setAside()
      return (.missing, nil)
    }
    guard try lockOut(binding, company, path) else { return (.nothing, nil) }
    let data = open(path, O_RDWR | O_CLOEXEC)
    guard data >= 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "open", detail: path)
    }
    let redo = JournalRedo(directory: directory, data: data, file: file, header: header)
    guard header.isOf(Root.all(data)) else {
      file.setAside()
      return (.foreign, nil)
    }
    let (count, left) = try redo.run(checks)
    return (.redone(count), left)
  }

  /// Whether a data file bears the mark of an open interval that no journal ends.
  private static func isLeftOpen(_ directory: String, _ clean: JournalHeader?) -> Bool {
    let newest = Root.all(in: directory).max { $0.transaction < $1.transaction }
    guard let newest, newest.mark?.isOpen == true else { return false }
    // The power may go between the clean header and its mark.
    return clean?.root != newest.bytes
  }

  /// Says beside the roots that the data file is whole, when the power went between the clean
  /// header and that: without its journal it would be taken for one that was in use.
  ///
  /// What fails here is left.
  private static func endMark(_ directory: String, _ clean: JournalHeader) {
    let mark = Root.all(in: directory).max { $0.transaction < $1.transaction }?.mark
    guard let mark, mark.isOpen, [clean.interval, clean.previous].contains(mark.interval) else {
      return
    }
    let data = open(directory + "/data.mdb", O_RDWR | O_CLOEXEC)
    guard data >= 0 else { return }
    defer { close(data) }
    let closed = RootMark(interval: clean.interval, isOpen: false)
    try? closed.write(data, pageSize: Int(clean.pageSize))
  }

  /// Takes LMDB's own lock, or waits for who is opening the file with LMDB alone; false when
  /// somebody has it open who may be of this library.
  private static func lockOut(
    _ binding: FileBinding, _ company: FileBinding.Company, _ path: String
  ) throws(LMDBError) -> Bool {
    let lock = binding.lockDescriptor
    var range = flock(F_WRLCK, 0, 1)
    while fcntl(lock, F_SETLK, &range) != 0 {
      var other = flock(F_WRLCK, 0, 1)
      if fcntl(lock, F_GETLK, &other) != 0 { return false }
      if other.l_type == Int16(F_RDLCK) {
        if company == .unknown { return false }
        let holder = other.l_pid > 0 ? "process \(other.l_pid)" : "another process"
        throw LMDBError(
          code: .busy, call: "fcntl",
          detail: "\(holder) has \(path) open without Daybook, and its last commits are still in "
            + "the journal: close that program first")
      }
      usleep(FileBinding.pause)
    }
    return true
  }

  /// Does the records again. Returns how many.
  private func run(_ checks: PageChecks) throws(LMDBError) -> (Int, PagesLeft) {
    let records = try file.records(since: header)
    let pageSize = Int(header.pageSize)
    let path = directory + "/data.mdb"
    // While the newer roots are still there: LMDB trusts pages, and salvage may need those.
    let left = try OpeningCheck.pages(of: header.root, path, data, pageSize: pageSize, checks)
    PageRecord.remove(from: directory)
    try Root.restore(header.root, data, pageSize: pageSize)
    // What the next interval takes for the mark on disk must be there before that.
    try RootMark(interval: header.interval, isOpen: true).write(data, pageSize: pageSize)
    try flushData()
    try redo(records)
    try flushData()
    guard let root = newestRoot else {
      throw LMDBError(code: .corrupted, call: "pread", detail: "\(path) has no root")
    }
    try file.endDoubt()
    try file.write(header.ended(at: root))
    try file.flush()
    try RootMark(interval: header.interval, isOpen: false).write(data, pageSize: pageSize)
    return (records.count, left)
  }

  private var newestRoot: Root? { Root.all(data).max { $0.transaction < $1.transaction } }

  private func flushData() throws(LMDBError) {
    try DriveFlush.flush(data, directory + "/data.mdb")
  }

  // MARK: Doing them again

  private func redo(_ records: [[UInt8]]) throws(LMDBError) {
    if records.isEmpty { return }
    var status = stat()
    fstat(data, &status)
    var options = Environment.Options(pageChecks: .none)
    options.mapSize = (Int(status.st_size) >> 20 + 16) << 20
    let environment = try Environment(draft: directory + "/data.mdb", options: options)
    while true {
      do throws(LMDBError) {
        var transaction = try environment.beginWrite()
        var tables = RedoTables(try transaction.tableNames())
        for record in records { try tables.redo(record, &transaction) }
        return try environment.commit(transaction, isDurable: true)
      } catch {
        guard error.code == .mapFull else { throw error }
        try environment.growMap()
      }
    }
  }
}

/// The tables of a data file by their seeds, as records name them.
private struct RedoTables {
  private var names: [UInt32: String] = [:]
  private var opened: [UInt32: MDB_dbi] = [:]

  init(_ names: [String]) {
    for name in names { self.names[Table<LexicalOrder>(handle: 0, name: name).seed] = name }
  }

  mutating func redo(
    _ record: [UInt8], _ transaction: inout WriteTransaction
  ) throws(LMDBError) {
    let handle = transaction.handle
    // Safety: keys and values lie within the record, and LMDB copies them before it returns, here
    // and below.
    let result = record.withUnsafeBytes { bytes in
      Result { () throws(LMDBError) in
        try StoredRecord(bytes, at: 0)?.eachOperation {
          (kind, table, key, value) throws(LMDBError) in
          try redo(kind, table, key, value, handle)
        }
      }
    }
    try result.get()
  }

  private mutating func redo(
    _ kind: RowRecord.Kind, _ seed: UInt32, _ key: UnsafeRawBufferPointer,
    _ value: UnsafeRawBufferPointer, _ transaction: OpaquePointer
  ) throws(LMDBError) {
    if kind == .makeTable {
      // Safety: the record's checksum fits, so `RowRecord` wrote it: with flags of four bytes.
      names[seed] = String(decoding: key, as: UTF8.self)
      let flags = value.loadUnaligned(as: UInt32.self)
      opened[seed] = try open(seed, flags | UInt32(MDB_CREATE), transaction)
      return
    }
    let table: MDB_dbi
    if let known = opened[seed] {
      table = known
    } else {
      table = try open(seed, 0, transaction)
      opened[seed] = table
    }
    var (key, value) = (MDB_val(key), MDB_val(value))
    switch kind {
    case .put: try check(mdb_put(transaction, table, &key, &value, 0), "mdb_put")
    case .remove:
      let code = mdb_del(transaction, table, &key, nil)
      if code != MDB_NOTFOUND { try check(code, "mdb_del") }
    case .makeTable: break
    }
  }

  private func open(
    _ seed: UInt32, _ flags: UInt32, _ transaction: OpaquePointer
  ) throws(LMDBError) -> MDB_dbi {
    var opened: MDB_dbi = 0
    if seed == Table<LexicalOrder>.main.seed {
      try check(mdb_dbi_open(transaction, nil, flags, &opened), "mdb_dbi_open")
      return opened
    }
    guard let name = names[seed] else {
      throw LMDBError(
        code: .corrupted, call: "mdb_dbi_open", detail: "the journal names a table that is missing")
    }
    try check(mdb_dbi_open(transaction, name, flags, &opened), "mdb_dbi_open")
    return opened
  }
}
