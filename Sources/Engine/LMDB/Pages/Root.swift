/// One of the two root pages of a data file, which commits write in turn.
///
/// By the layout of LMDB's data format 1: behind the page header (16 bytes) magic, version, address
/// and map size (24 bytes), then the free list's and the main table's `MDB_db` (48 bytes each), the
/// last page and the transaction. LMDB leaves the rest of the page alone; there, in the same
/// sector, stand `RootMark` and `RootSeal`.
struct Root {
  static let size = 512
  static let start = 16
  static let length = 136

  private let sector: [UInt8]

  /// nil when there is none in this slot.
  init?(_ descriptor: Int32, slot: Int, pageSize: Int) {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    guard pread(descriptor, &bytes, Self.size, off_t(slot * pageSize)) == Self.size,
      bytes.number(Self.start, UInt32.self) == 0xBEEF_C0DE
    else { return nil }
    sector = bytes
  }

  /// Those that there are; the size of a page stands in the first.
  static func all(_ descriptor: Int32) -> [Root] {
    guard let first = Root(descriptor, slot: 0, pageSize: 0) else { return [] }
    let size = Int(first.sector.number(start + 24, UInt32.self))
    return [first] + (Root(descriptor, slot: 1, pageSize: size).map { [$0] } ?? [])
  }

  /// Those of the data file of a directory; none when it cannot be read.
  static func all(in directory: String) -> [Root] {
    let data = open(directory + "/data.mdb", O_RDONLY | O_CLOEXEC)
    guard data >= 0 else { return [] }
    defer { close(data) }
    return all(data)
  }

  var transaction: UInt64 { Self.transaction(bytes) }
  var mark: RootMark? { RootMark(sector) }
  /// What LMDB keeps in it.
  var bytes: [UInt8] { Array(sector[Self.start..<Self.start + Self.length]) }

  /// The commit of a root with these bytes.
  static func transaction(_ bytes: [UInt8]) -> UInt64 { bytes.number(128, UInt64.self) }

  /// Puts a root into both slots, and takes their seals away.
  static func restore(_ bytes: [UInt8], _ descriptor: Int32, pageSize: Int) throws(LMDBError) {
    for slot in 0..<2 {
      try PositionalIO.write(
        [UInt8](repeating: 0, count: RootSeal.size), descriptor, slot * pageSize + RootSeal.start)
      try PositionalIO.write(bytes, descriptor, slot * pageSize + start)
    }
  }
}

extension [UInt8] {
  /// The number at `offset`, which the caller knows to be within.
  func number<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> T {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: T.self) }
  }
}
