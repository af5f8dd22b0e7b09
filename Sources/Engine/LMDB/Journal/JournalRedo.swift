internal import CDaybook

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Makes a data file whole whose last interval was not ended: puts the root of its header back, and
/// does the records again, in one transaction.
///
/// It may be cut off at any place: until a clean header is on disk, the next one does the same.
/// The pages of the root are not touched, because LMDB uses none that its newest root refers to.
struct JournalRedo: ~Copyable {
  /// What became of a journal.
  enum Outcome: Equatable {
    /// There was none, or nothing to do, or somebody has the file open.
    case nothing
    /// So many records were done again.
    case redone(Int)
    /// It is of another data file: what it holds is not of this one.
    case foreign
    /// The data file was written with a journal that is not there.
    case missing

    /// Whether the power may have gone before all of the data file's pages were on disk.
    var mayLackPages: Bool { self == .foreign || self == .missing }
  }

  private let directory: String
  private let data: Int32
  private let file: JournalFile
  private let header: JournalHeader

  deinit { close(data) }

  /// Before the environment of a directory is opened.
  ///
  /// - Parameter lock: a descriptor of LMDB's lock file that stays open while the environment is.
  ///   Its first byte stays locked against others, so that nobody finds the lock file as it was
  ///   before; LMDB's own lock takes the place of that one.
  /// - Throws: `LMDBError`: `MDB_CORRUPTED` when a record is damaged that was on disk.
  static func run(in directory: String, lock: Int32) throws(LMDBError) -> Outcome {
    guard let file = try JournalFile(in: directory) else {
      return isMarkedOpen(directory) ? .missing : .nothing
    }
    guard try file.newestHeader()?.isOpen == true else { return .nothing }
    var range = flock(F_WRLCK, 0, 1)
    while fcntl(lock, F_SETLK, &range) != 0 {
      var other = flock(F_WRLCK, 0, 1)
      // What those wrote who have it open is in the cache, and they have the interval.
      if fcntl(lock, F_GETLK, &other) != 0 || other.l_type == Int16(F_RDLCK) { return .nothing }
      // Who is opening it may be doing the records again, and may fail.
      usleep(FileBinding.pause)
    }
    guard let header = try file.newestHeader(), header.isOpen else { return .nothing }
    let path = directory + "/data.mdb"
    let data = open(path, O_RDWR | O_CLOEXEC)
    guard data >= 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "open", detail: path)
    }
    return try JournalRedo(directory: directory, data: data, file: file, header: header).run()
  }

  private static func isMarkedOpen(_ directory: String) -> Bool {
    let data = open(directory + "/data.mdb", O_RDONLY | O_CLOEXEC)
    guard data >= 0 else { return false }
    defer { close(data) }
    guard let first = Root(data, slot: 0, pageSize: 0) else { return false }
    return first.mark?.isOpen == true
  }

  private func run() throws(LMDBError) -> Outcome {
    guard isOwn else { return .foreign }
    let records = try records()
    let pageSize = Int(header.pageSize)
    try Root.restore(header.root, data, pageSize: pageSize)
    // What the next interval takes for the mark on disk must be there before that.
    try RootMark(interval: header.interval, isOpen: true).write(data, pageSize: pageSize)
    try flushData()
    try redo(records)
    try flushData()
    guard let root = newestRoot else {
      throw LMDBError(code: .corrupted, call: "pread", detail: "\(directory)/data.mdb has no root")
    }
    try file.write(header.ended(at: root))
    try file.flush()
    try RootMark(interval: header.interval, isOpen: false).write(data, pageSize: pageSize)
    return .redone(records.count)
  }

  /// Whether the data file is the one that the header is of: it bears its mark, and is not older.
  private var isOwn: Bool {
    let roots = roots
    let known = [header.interval, header.previous]
    return roots.contains { $0.mark.map { known.contains($0.interval) } ?? false }
      && roots.contains { $0.transaction >= Root.transaction(header.root) }
  }

  private var roots: [Root] {
    (0..<2).compactMap { Root(data, slot: $0, pageSize: Int(header.pageSize)) }
  }

  private var newestRoot: Root? { roots.max { $0.transaction < $1.transaction } }

  private func flushData() throws(LMDBError) {
    try DriveFlush.flush(data, directory + "/data.mdb")
  }

  // MARK: Records

  /// What is to be done again: the interval's records, and those that its successor had already
  /// before its header was on disk; from head to last operation each.
  private func records() throws(LMDBError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var (chain, sequence) = (header.chain, header.sequence)
    var area = header
    for interval in [header.interval, header.next] {
      let bytes = try file.area(of: area)
      let end = bytes.withUnsafeBytes { bytes in
        var offset = 0
        while let record = StoredRecord(bytes, at: offset), record.head.interval == interval,
          record.head.sequence == sequence, record.head.chain == chain
        {
          found.append(Array(record.bytes))
          (chain, sequence) = (record.sum, sequence + 1)
          offset += record.bytes.count
        }
        return offset
      }
      try requireNoneBehind(end, bytes, interval, sequence)
      area.epoch += 1
    }
    return found
  }

  /// A record behind one that is not sound says whether that was on disk: then it was damaged
  /// since, and what it acknowledged is lost. Otherwise the disk wrote the later one first.
  private func requireNoneBehind(
    _ end: Int, _ area: [UInt8], _ interval: UInt64, _ sequence: UInt64
  ) throws(LMDBError) {
    let isDamaged = area.withUnsafeBytes { bytes in
      // Records begin anywhere: sizes are those of the rows.
      var offset = end
      while offset + RowRecord.head <= bytes.count {
        if bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == RowRecord.magic,
          bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self) == interval,
          let record = StoredRecord(bytes, at: offset), record.head.flushed > sequence
        {
          return true
        }
        offset += 1
      }
      return false
    }
    if isDamaged {
      throw LMDBError(
        code: .corrupted, call: "pread",
        detail: "record \(sequence) of \(file.path) is damaged, and others follow")
    }
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
    guard let name = names[seed] else {
      throw LMDBError(
        code: .corrupted, call: "mdb_dbi_open", detail: "the journal names a table that is missing")
    }
    var opened: MDB_dbi = 0
    try check(mdb_dbi_open(transaction, name, flags, &opened), "mdb_dbi_open")
    return opened
  }
}
