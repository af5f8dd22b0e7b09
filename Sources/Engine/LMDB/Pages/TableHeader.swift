/// A table as LMDB's `MDB_db` has it: pad (4 bytes), flags (2), depth (2), branch pages, leaf
/// pages, pages of long values, rows, root page (8 each).
struct TableHeader: Equatable {
  static let size = 48
  static let noPage = UInt64.max
  static let integerKeys: UInt16 = 0x08
  /// `CURSOR_STACK` of `mdb.c`: LMDB's cursors have no room for more.
  private static let greatestDepth = 32

  let pad: UInt32
  let flags: UInt16
  let depth: Int
  let branches: UInt64
  let leaves: UInt64
  let longPages: UInt64
  let rows: UInt64
  let root: UInt64

  /// The caller knows that the bytes reach so far.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    // Safety: what the caller knows.
    func load<T: FixedWidthInteger & BitwiseCopyable>(_ place: Int) -> T {
      bytes.loadUnaligned(fromByteOffset: offset + place, as: T.self)
    }
    pad = load(0)
    flags = load(4)
    depth = Int(load(6) as UInt16)
    branches = load(8)
    leaves = load(16)
    longPages = load(24)
    rows = load(32)
    root = load(40)
  }

  /// Throws unless the numbers agree with each other and with a file whose last page is `last`.
  func check(_ name: String, last: UInt64) throws(PageFault) {
    if root == Self.noPage || depth == 0 {
      guard root == Self.noPage, depth == 0, branches == 0, leaves == 0, longPages == 0, rows == 0
      else { throw PageFault("\(name) is half empty") }
      return
    }
    guard (2...max(2, last)).contains(root), depth <= Self.greatestDepth, branches <= last,
      leaves <= last, longPages <= last, leaves > 0, branches >= UInt64(depth - 1),
      depth > 1 || (leaves == 1 && branches == 0), rows > 0
    else { throw PageFault("the header of \(name) is damaged") }
  }
}
