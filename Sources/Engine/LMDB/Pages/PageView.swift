/// One page of a tree, whose header was found sound.
///
/// A page: number (8 bytes), pad (2), flags (2), lower and upper end of its free space (4), then
/// the offsets of its nodes. By the layout of LMDB's data format 1 (`MDB_page` and `MDB_node` in
/// `mdb.c`).
struct PageView {
  static let headerSize = 16
  static let branch: UInt16 = 0x01
  static let leaf: UInt16 = 0x02
  static let long: UInt16 = 0x04
  private static let greatestKey = 511

  /// A row of a leaf.
  struct Row {
    static let long: UInt16 = 0x01
    static let table: UInt16 = 0x02

    let key: UnsafeRawBufferPointer
    let flags: UInt16
    /// The length of the value, wherever that is.
    let size: Int
    /// What stands in the page: the value, or the number of its first page.
    let data: UnsafeRawBufferPointer
  }

  let bytes: UnsafeRawBufferPointer
  let number: UInt64
  /// How many nodes it has.
  let count: Int
  private let upper: Int

  init(_ bytes: UnsafeRawBufferPointer, _ number: UInt64, flags: UInt16) throws(PageFault) {
    let lower = Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt16.self))
    upper = Int(bytes.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
    guard bytes.loadUnaligned(as: UInt64.self) == number,
      bytes.loadUnaligned(fromByteOffset: 10, as: UInt16.self) == flags,
      lower > Self.headerSize, lower % 2 == 0, lower <= upper, upper <= bytes.count
    else { throw PageFault("the header of page \(number) is damaged") }
    self.bytes = bytes
    self.number = number
    count = (lower - Self.headerSize) / 2
  }

  /// A node of a branch: page number (6 bytes), key size (2), key.
  func child(_ index: Int) throws(PageFault) -> (page: UInt64, key: UnsafeRawBufferPointer) {
    let offset = try node(index)
    let page =
      UInt64(load(offset) as UInt32) | UInt64(load(offset + 4) as UInt16) << 32
    return (page, try key(at: offset))
  }

  /// A node of a leaf: data size (4 bytes), flags (2), key size (2), key, data.
  func row(_ index: Int) throws(PageFault) -> Row {
    let offset = try node(index)
    let key = try key(at: offset)
    let (size, flags) = (Int(load(offset) as UInt32), load(offset + 4) as UInt16)
    let start = offset + 8 + key.count
    let length = flags == Row.long ? 8 : size
    guard start + length <= bytes.count else { throw damaged(index) }
    return Row(
      key: key, flags: flags, size: size,
      data: UnsafeRawBufferPointer(rebasing: bytes[start..<start + length]))
  }

  /// Throws unless nodes of so many bytes fill what the header says is filled.
  func checkFilled(_ length: Int) throws(PageFault) {
    guard length == bytes.count - upper else {
      throw PageFault("the nodes of page \(number) do not fill it")
    }
  }

  /// What a node takes: its header, key and data, to an even number of bytes.
  static func length(key: Int, data: Int = 0) -> Int { (8 + key + data + 1) & ~1 }

  func damaged(_ index: Int) -> PageFault {
    PageFault("node \(index) of page \(number) is damaged")
  }

  private func node(_ index: Int) throws(PageFault) -> Int {
    let offset = Int(load(Self.headerSize + index * 2) as UInt16)
    guard offset >= upper, offset + 8 <= bytes.count, offset % 2 == 0 else {
      throw damaged(index)
    }
    return offset
  }

  private func key(at offset: Int) throws(PageFault) -> UnsafeRawBufferPointer {
    let size = Int(load(offset + 6) as UInt16)
    guard size <= Self.greatestKey, offset + 8 + size <= bytes.count else {
      throw PageFault("a key of page \(number) is damaged")
    }
    return UnsafeRawBufferPointer(rebasing: bytes[offset + 8..<offset + 8 + size])
  }

  // Safety: every offset was compared with the page's size, and the loads are bounds-checked.
  private func load<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> T {
    bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
  }
}
