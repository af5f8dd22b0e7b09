#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// One of the two root pages of a data file, which commits write in turn.
///
/// By the layout of LMDB's data format 1: behind the page header (16 bytes) magic, version, address
/// and map size (24 bytes), then the free list's and the main table's `MDB_db` (48 bytes each), the
/// last page and the transaction. LMDB leaves the rest of the page alone; there, in the same sector
/// and so on disk together with the root or not at all, stands the `Mark`.
struct Root {
  /// What one commit with one flush says of itself.
  struct Mark: Equatable {
    let transaction: UInt64
    /// The checksum of the pages that the commit wrote; 0 while it is not known.
    let checksum: UInt64
  }

  static let size = 512
  static let start = 16
  static let length = 136
  private static let markStart = 256
  private static let markMagic: UInt64 = 0x314B_5241_4D4B_4244  // "DBKMARK1"

  private let bytes: [UInt8]

  init?(_ descriptor: Int32, slot: Int, pageSize: Int) {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    guard pread(descriptor, &bytes, Self.size, off_t(slot * pageSize)) == Self.size,
      bytes.number(Self.start, UInt32.self) == 0xBEEF_C0DE
    else { return nil }
    self.bytes = bytes
  }

  var transaction: UInt64 { bytes.number(Self.start + 128, UInt64.self) }
  var pageSize: Int { Int(bytes.number(Self.start + 24, UInt32.self)) }
  var freeList: Tree { Tree(bytes, at: Self.start + 24) }
  var main: Tree { Tree(bytes, at: Self.start + 72) }

  var mark: Mark? {
    guard bytes.number(Self.markStart, UInt64.self) == Self.markMagic else { return nil }
    return Mark(
      transaction: bytes.number(Self.markStart + 8, UInt64.self),
      checksum: bytes.number(Self.markStart + 16, UInt64.self))
  }

  /// Whether there is a mark in a slot.
  static func hasMark(_ descriptor: Int32, slot: Int, pageSize: Int) -> Bool {
    var magic: UInt64 = 0
    return pread(descriptor, &magic, 8, off_t(slot * pageSize + markStart)) == 8
      && magic == markMagic
  }

  /// Puts this root into a slot, without a mark.
  func write(_ descriptor: Int32, slot: Int, pageSize: Int) throws(LMDBError) {
    try Self.write(
      Array(bytes[Self.start..<Self.start + Self.length]), descriptor, slot * pageSize + Self.start)
    try Self.write(nil, descriptor, slot: slot, pageSize: pageSize)
    try Self.write(
      [UInt8](repeating: 0, count: RootSeal.size), descriptor, slot * pageSize + RootSeal.start)
  }

  /// Writes a mark, or takes the one that is there away.
  static func write(
    _ mark: Mark?, _ descriptor: Int32, slot: Int, pageSize: Int
  ) throws(LMDBError) {
    let numbers: [UInt64] =
      if let mark { [markMagic, mark.transaction, mark.checksum] } else { [0, 0, 0] }
    let bytes = numbers.withUnsafeBytes { Array($0) }
    try write(bytes, descriptor, slot * pageSize + markStart)
  }

  private static func write(
    _ bytes: [UInt8], _ descriptor: Int32, _ offset: Int
  ) throws(LMDBError) {
    let count = pwrite(descriptor, bytes, bytes.count, off_t(offset))
    guard count == bytes.count else {
      throw LMDBError(code: count < 0 ? .init(rawValue: errno) : .inputOutput, call: "pwrite")
    }
  }
}

/// A table as its `MDB_db` has it: pad (4 bytes), flags (2), depth (2), counts (32), root page (8).
struct Tree: Equatable {
  let root: UInt64
  let depth: Int

  static let empty = Tree(root: .max, depth: 0)

  init(root: UInt64, depth: Int) {
    self.root = root
    self.depth = depth
  }

  init(_ bytes: [UInt8], at offset: Int) {
    depth = Int(bytes.number(offset + 6, UInt16.self))
    root = bytes.number(offset + 40, UInt64.self)
  }
}

extension [UInt8] {
  /// The number at `offset`, which the caller knows to be within.
  func number<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> T {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: T.self) }
  }
}
