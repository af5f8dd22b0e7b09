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
    let walk = PageWalk(
      descriptor: descriptor, pageSize: missing.pageSize, fileSize: missing.fileSize)
    if !walk.isWhole(transaction: missing.transaction) {
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

  private static func openForReading(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }
}

private struct PageWalk {
  let descriptor: Int32
  let pageSize: Int
  let fileSize: Int

  private static let headerSize = 16
  private static let noPage = UInt64.max
  private static let branchFlag: UInt16 = 0x01
  private static let leafFlag: UInt16 = 0x02
  private static let fixedLeafFlag: UInt16 = 0x20
  private static let overflowNode: UInt16 = 0x01
  private static let tableNode: UInt16 = 0x02

  /// Whether the trees of the root page of `transaction` lie within the file.
  ///
  /// The two root pages are pages 0 and 1; `MDB_meta` begins behind the page header with magic,
  /// version, address and map size (24 bytes), then the free list's and the main table's `MDB_db`
  /// (48 bytes each, the root in the last 8), the last page and the transaction.
  func isWhole(transaction: UInt64) -> Bool {
    for number in 0..<2 as Range<UInt64> {
      guard let page = read(number) else { return false }
      let meta = Self.headerSize
      if page.load(meta + 24 + 96 + 8) != transaction { continue }
      return tree(page.load(meta + 24 + 40)) && tree(page.load(meta + 24 + 48 + 40))
    }
    return false
  }

  private func tree(_ number: UInt64) -> Bool {
    if number == Self.noPage { return true }
    guard let page = read(number) else { return false }
    let flags: UInt16 = page.load(10)
    let lower: UInt16 = page.load(12)
    if flags & Self.fixedLeafFlag != 0 { return true }
    let count = (Int(lower) - Self.headerSize) / 2
    guard count >= 0, Self.headerSize + count * 2 <= pageSize else { return false }
    for index in 0..<count {
      let offset: UInt16 = page.load(Self.headerSize + index * 2)
      guard Int(offset) + 8 <= pageSize else { return false }
      if !node(page, at: Int(offset), inBranch: flags & Self.branchFlag != 0) { return false }
    }
    return flags & (Self.branchFlag | Self.leafFlag) != 0
  }

  /// An `MDB_node`: low and high half of the data size (or page number), flags, key size, key, data.
  private func node(_ page: [UInt8], at offset: Int, inBranch: Bool) -> Bool {
    let low: UInt16 = page.load(offset)
    let high: UInt16 = page.load(offset + 2)
    let flags: UInt16 = page.load(offset + 4)
    if inBranch { return tree(UInt64(low) | UInt64(high) << 16 | UInt64(flags) << 32) }
    let keySize: UInt16 = page.load(offset + 6)
    let data = offset + 8 + Int(keySize)
    guard data + 8 <= pageSize || flags == 0 else { return false }
    if flags & Self.overflowNode != 0 {
      let size = Int(low) | Int(high) << 16
      let first: UInt64 = page.load(data)
      let pages = (Self.headerSize - 1 + size) / pageSize + 1
      return first < UInt64(fileSize / pageSize) && Int(first) + pages <= fileSize / pageSize
    }
    if flags & Self.tableNode != 0 {
      guard data + 48 <= pageSize else { return false }
      return tree(page.load(data + 40))
    }
    return true
  }

  private func read(_ number: UInt64) -> [UInt8]? {
    guard number < UInt64(fileSize / pageSize) else { return nil }
    let page = [UInt8](unsafeUninitializedCapacity: pageSize) { buffer, count in
      // Safety: the buffer has room for one page, and `pread` writes no more than it is told.
      count = max(
        0, pread(descriptor, buffer.baseAddress, pageSize, off_t(number) * off_t(pageSize)))
    }
    return page.count == pageSize ? page : nil
  }
}

extension [UInt8] {
  fileprivate func load<T: FixedWidthInteger>(_ offset: Int) -> T {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: T.self) }
  }
}
