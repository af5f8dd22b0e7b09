internal import CDaybook

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Commits that are on disk after one flush instead of two.
///
/// LMDB flushes a commit's pages and then its root, so that no root on disk refers to pages that
/// are not there. Here both are flushed at once, with a checksum of the pages in a `Root.Mark`
/// beside the root. When the file is opened and nobody else has it open, a newest root whose mark
/// does not fit its pages was never acknowledged, and the root before takes its place. It holds
/// because
/// - the root before was flushed before, by this process or at the start of the commit;
/// - LMDB writes to no page that one of the two newest roots refers to, and keeps both until the
///   next commit writes its root;
/// - the mark is in the root's sector, and says that it has no checksum yet before the root is
///   written;
/// - a mark goes when its root has been flushed, at the latest before a commit of another sort,
///   whose own root is believed without one. So a file that was damaged later is refused, not taken
///   back.
final class OneFlush: @unchecked Sendable {  // belongs to the thread that writes
  /// Whether commits are to take one flush.
  var isOn = false
  /// Whether LMDB's own flushes do not reach the medium: then all commits are made so.
  let flushesDrive: Bool
  /// The transaction whose root this process knows to be on disk.
  var flushed: UInt64 = 0
  /// More new pages than this are flushed the usual way: reading them would cost more.
  static let mostPages = 512

  init(flushesDrive: Bool) { self.flushesDrive = flushesDrive }

  /// Takes away the marks that a process left which died, before a commit of another sort.
  ///
  /// One may be of a commit of the same number that came to nothing. The other is of the newest
  /// root, which may not have been flushed; its pages can be checked only until the commit after
  /// the next.
  static func clearMarks(_ transaction: OpaquePointer) throws(LMDBError) {
    var (descriptor, statistics): (Int32, MDB_stat) = (-1, MDB_stat())
    let environment = mdb_txn_env(transaction)
    try check(mdb_env_get_fd(environment, &descriptor), "mdb_env_get_fd")
    try check(mdb_env_stat(environment, &statistics), "mdb_env_stat")
    let pageSize = Int(statistics.ms_psize)
    let slots = (0..<2).filter { Root.hasMark(descriptor, slot: $0, pageSize: pageSize) }
    if slots.isEmpty { return }
    try check(mdb_env_sync(environment, 1), "mdb_env_sync")
    for slot in slots { try Root.write(nil, descriptor, slot: slot, pageSize: pageSize) }
  }

  /// Puts the root before the newest in its place, unless the newest one's pages are all there.
  ///
  /// Before the environment of the directory `path` is opened.
  static func settle(_ path: String) throws(LMDBError) {
    let data = open(path + "/data.mdb", O_RDWR | O_CLOEXEC)
    guard data >= 0 else { return }
    defer { close(data) }
    guard isDoubtful(data) != nil else { return }
    let lock: Int32
    do { lock = try Environment.lockExclusively(path + "/lock.mdb") } catch {
      // Whoever has it open looked at it first, and what they write is in the cache.
      guard error.code == .busy else { throw error }
      return
    }
    defer { close(lock) }
    guard let (older, newest) = isDoubtful(data) else { return }
    let pageSize = newest.pageSize
    if let checksum = newest.mark?.checksum, checksum > 0,
      NewPages.checksum(data, from: older, to: newest, limit: mostPages) == checksum
    {
      return
    }
    guard older.transaction == newest.transaction - 1 else {
      throw LMDBError(
        code: .corrupted, call: "mdb_env_open",
        detail: "\(path) has no whole root (\(newest.transaction), \(older.transaction))")
    }
    try older.write(data, slot: Int(newest.transaction & 1), pageSize: pageSize)
    try DriveFlush.flush(data, path)
  }

  /// Both roots, when the newest is of a commit with one flush.
  private static func isDoubtful(_ descriptor: Int32) -> (older: Root, newest: Root)? {
    guard let first = Root(descriptor, slot: 0, pageSize: 0), first.pageSize >= Root.size,
      first.pageSize <= 1 << 16,
      let second = Root(descriptor, slot: 1, pageSize: first.pageSize),
      // They are equal where one was put in the place of the other.
      first.transaction != second.transaction
    else { return nil }
    let (older, newest) = first.transaction < second.transaction ? (first, second) : (second, first)
    return newest.mark?.transaction == newest.transaction ? (older, newest) : nil
  }
}

extension Environment {
  /// Commits so that it is on disk when this returns, with one flush where that is possible.
  ///
  /// It takes two after a commit of another process or one with less, and when many pages are new.
  /// Readers may see the commit before it is on disk.
  func commitOnce(_ transaction: consuming WriteTransaction) throws(LMDBError) {
    let id = transaction.id
    if oneFlush.flushed != id - 1 { try flush() }
    oneFlush.flushed = 0
    let (file, size, slot) = (try descriptor(), Int(statistics.ms_psize), Int(id & 1))
    try gate.flushing { () throws(LMDBError) in
      try Root.write(
        Root.Mark(transaction: id, checksum: 0), file, slot: slot, pageSize: size)
      try check(mdb_env_set_flags(handle, UInt32(MDB_NOSYNC), 1), "mdb_env_set_flags")
    }
    defer { mdb_env_set_flags(handle, UInt32(MDB_NOSYNC), 0) }
    // LMDB flushes nothing here. When its root page failed, it begins no transaction any more.
    try transaction.commitWithoutFlush()
    try gate.flushing { () throws(LMDBError) in try settle(id, file, slot, size) }
  }

  /// Flushes the commit `id`, or takes its mark away when there was nothing to commit.
  private func settle(
    _ id: UInt64, _ file: Int32, _ slot: Int, _ size: Int
  ) throws(LMDBError) {
    // Others must not commit before this is flushed: their root would take the place of the one
    // before.
    let lock = try beginWrite()
    if lock.id == id + 1 {
      try finish(id, file, slot, size)
      RootSeal.write(handle, transaction: id)
    } else if lock.id == id {
      try Root.write(nil, file, slot: slot, pageSize: size)
      oneFlush.flushed = id - 1
    } else {
      try flush()
    }
    _ = consume lock
  }

  private func finish(
    _ id: UInt64, _ file: Int32, _ slot: Int, _ size: Int
  ) throws(LMDBError) {
    let checksum =
      if let old = Root(file, slot: 1 - slot, pageSize: size), old.transaction == id - 1,
        let new = Root(file, slot: slot, pageSize: size), new.transaction == id
      {
        NewPages.checksum(file, from: old, to: new, limit: OneFlush.mostPages)
      } else {
        UInt64?.none
      }
    if let checksum {
      let mark = Root.Mark(transaction: id, checksum: checksum)
      try Root.write(mark, file, slot: slot, pageSize: size)
    }
    try flush()
    try Root.write(nil, file, slot: slot, pageSize: size)
    if checksum == nil { try flush() }
    oneFlush.flushed = id
  }

  func descriptor() throws(LMDBError) -> Int32 {
    var descriptor: Int32 = -1
    try check(mdb_env_get_fd(handle, &descriptor), "mdb_env_get_fd")
    return descriptor
  }
}
