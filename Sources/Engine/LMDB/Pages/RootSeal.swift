internal import CDaybook

/// The number and the checksum of a root, beside it in its sector.
///
/// LMDB has no checksum over its root pages, and one turned bit in the number of the newest takes
/// the file back a commit. The seal is written after the commit, so it says at most less than the
/// root: a root with a lower number than its seal is damaged, one with the same number must have
/// the checksum, and one with a higher number was not sealed, because its process died or another
/// was faster.
struct RootSeal: Equatable {
  /// The number of the commit.
  let transaction: UInt64
  /// CRC-32C of what LMDB keeps in the root.
  let checksum: UInt32

  /// Behind the mark of a commit with one flush.
  static let start = 288
  static let size = 24
  private static let magic: UInt64 = 0x314C_4145_534B_4244  // "DBKSEAL1"

  init(transaction: UInt64, checksum: UInt32) {
    self.transaction = transaction
    self.checksum = checksum
  }

  // Safety: `page` is the beginning of a root page, up to the end of its seal at least, here and
  // below.

  /// nil when there is none, or one that does not fit its own checksum.
  ///
  /// Magic (8 bytes), number (8), checksum of the root (4), checksum of these three (4).
  init?(_ page: UnsafeRawBufferPointer) {
    let bytes = UnsafeRawBufferPointer(rebasing: page[Self.start..<Self.start + Self.size])
    let head = UnsafeRawBufferPointer(rebasing: bytes[..<20])
    guard bytes.loadUnaligned(as: UInt64.self) == Self.magic,
      bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self) == Checksum.crc32c(0, head)
    else { return nil }
    transaction = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    checksum = bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)
  }

  /// What a root's seal must say of it.
  init(of page: UnsafeRawBufferPointer) {
    transaction = page.loadUnaligned(fromByteOffset: Root.start + 128, as: UInt64.self)
    checksum = Checksum.crc32c(
      0, UnsafeRawBufferPointer(rebasing: page[Root.start..<Root.start + Root.length]))
  }

  /// Seals the root of `transaction`, unless another process has taken its place.
  ///
  /// A root without a seal is believed, so what fails here is left.
  static func write(_ environment: OpaquePointer?, transaction: UInt64) {
    var (descriptor, statistics): (Int32, MDB_stat) = (-1, MDB_stat())
    guard mdb_env_get_fd(environment, &descriptor) == 0,
      mdb_env_stat(environment, &statistics) == 0
    else { return }
    let offset = Int(transaction & 1) * Int(statistics.ms_psize)
    withUnsafeTemporaryAllocation(byteCount: start, alignment: 8) { page in
      guard pread(descriptor, page.baseAddress, start, off_t(offset)) == start else { return }
      let seal = RootSeal(of: UnsafeRawBufferPointer(page))
      guard seal.transaction == transaction else { return }
      seal.encode(into: page)
      pwrite(descriptor, page.baseAddress, size, off_t(offset + start))
    }
  }

  private func encode(into bytes: UnsafeMutableRawBufferPointer) {
    bytes.storeBytes(of: Self.magic, as: UInt64.self)
    bytes.storeBytes(of: transaction, toByteOffset: 8, as: UInt64.self)
    bytes.storeBytes(of: checksum, toByteOffset: 16, as: UInt32.self)
    let head = UnsafeRawBufferPointer(rebasing: bytes[..<20])
    bytes.storeBytes(of: Checksum.crc32c(0, head), toByteOffset: 20, as: UInt32.self)
  }
}
