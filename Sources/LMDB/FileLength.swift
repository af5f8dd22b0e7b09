internal import CLMDB

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Finds out whether a data file holds every page that its trees refer to.
///
/// LMDB maps the file and dies by SIGBUS when it reads a page past the end. Its root page names the
/// last page ever allocated; pages at the very end that were allocated and given back within one
/// transaction are never written, so a file may be shorter than that and still be whole. The short
/// case is therefore decided by walking the trees with `pread`, by the page layout of LMDB's data
/// format 1 (`MDB_page`, `MDB_node` and `MDB_db` in `mdb.c`).
enum FileLength {
  /// Throws `MDB_CORRUPTED` when a page that is in use lies past the end of the file at `path`.
  static func check(_ environment: OpaquePointer, path: String) throws(LMDBError) {
    if try missing(environment, path: path) == nil { return }
    // Nobody may commit during the walk: the root page would change, and old pages be used again.
    var transaction: OpaquePointer?
    try LMDB.check(mdb_txn_begin(environment, nil, 0, &transaction), "mdb_txn_begin")
    defer { mdb_txn_abort(transaction) }
    guard let missing = try missing(environment, path: path) else { return }
    guard let descriptor = openForReading(path) else {
      throw LMDBError(code: .init(rawValue: errno), call: "open", detail: path)
    }
    defer { close(descriptor) }
    var walk = PageWalk(
      descriptor: descriptor, pageSize: missing.pageSize, fileSize: missing.fileSize)
    if walk.fault(transaction: missing.transaction) != nil {
      throw LMDBError(
        code: .corrupted, call: "mdb_env_open",
        detail: "\(path) has \(missing.fileSize) bytes, its root page needs \(missing.expected)")
    }
  }

  /// Whether a file that LMDB calls invalid is one of its own that was cut off within its root pages.
  static func isCutOff(path: String) -> Bool {
    guard let descriptor = openForReading(path) else { return false }
    defer { close(descriptor) }
    // `mm_magic` of `MDB_meta`, behind the page header.
    var magic: UInt32 = 0
    return pread(descriptor, &magic, 4, 16) == 4 && magic == 0xBEEF_C0DE
  }

  /// What the newest root page says of a file that is shorter than that; nil when it is not.
  private static func missing(
    _ environment: OpaquePointer, path: String
  ) throws(LMDBError) -> (transaction: UInt64, pageSize: Int, fileSize: Int, expected: Int)? {
    var information = MDB_envinfo()
    var statistics = MDB_stat()
    mdb_env_info(environment, &information)
    mdb_env_stat(environment, &statistics)
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw LMDBError(code: .init(rawValue: errno), call: "stat", detail: path)
    }
    let pageSize = Int(statistics.ms_psize)
    let expected = (information.me_last_pgno + 1) * pageSize
    if Int(status.st_size) >= expected { return nil }
    return (UInt64(information.me_last_txnid), pageSize, Int(status.st_size), expected)
  }

  static func openForReading(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }
}
