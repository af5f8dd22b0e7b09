#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Looks at every page that the trees of a data file refer to, with `pread` instead of the map.
///
/// LMDB trusts its pages: a damaged header or node makes it read past the page or the file and die.
/// By the page layout of LMDB's data format 1 (`MDB_page`, `MDB_node` and `MDB_db` in `mdb.c`).
struct PageWalk {
  private let descriptor: Int32
  private let pageSize: Int
  private let pages: UInt64
  /// Pages that were looked at; in sound trees each belongs to one place.
  private var seen: Set<UInt64> = []

  private static let headerSize = 16
  private static let noPage = UInt64.max
  private static let branchFlag: UInt16 = 0x01
  private static let leafFlag: UInt16 = 0x02
  private static let overflowFlag: UInt16 = 0x04
  private static let overflowNode: UInt16 = 0x01
  private static let tableNode: UInt16 = 0x02
  private static let maximumKeySize = 511

  init(descriptor: Int32, pageSize: Int, fileSize: Int) {
    self.descriptor = descriptor
    self.pageSize = pageSize
    pages = UInt64(fileSize / pageSize)
  }

  /// What is wrong with the trees of the root page of `transaction`; nil when nothing is.
  ///
  /// The two root pages are pages 0 and 1; `MDB_meta` begins behind the page header with magic,
  /// version, address and map size (24 bytes), then the free list's and the main table's `MDB_db`
  /// (48 bytes each), the last page and the transaction. O(pages in use).
  mutating func fault(transaction: UInt64) -> String? {
    for number in 0..<2 as Range<UInt64> {
      guard let page = read(number) else { return "page \(number) is missing" }
      let meta = Self.headerSize + 24
      if page.load(meta + 96 + 8) != transaction { continue }
      return table(page, at: meta) ?? table(page, at: meta + 48)
    }
    return "no root page is of transaction \(transaction)"
  }

  /// An `MDB_db`: pad (4 bytes), flags (2), depth (2), counts of pages and rows (32), root (8).
  private mutating func table(_ page: [UInt8], at offset: Int) -> String? {
    let depth: UInt16 = page.load(offset + 6)
    let root: UInt64 = page.load(offset + 40)
    if root == Self.noPage { return depth == 0 ? nil : "an empty tree has depth \(depth)" }
    return tree(root, depth: Int(depth))
  }

  /// A page: number (8 bytes), pad (2), flags (2), lower and upper end of its free space (4), then
  /// the offsets of its nodes.
  private mutating func tree(_ number: UInt64, depth: Int) -> String? {
    guard depth > 0, let page = read(number) else { return "page \(number) is out of place" }
    guard seen.insert(number).inserted else { return "page \(number) is used twice" }
    let wanted = depth == 1 ? Self.leafFlag : Self.branchFlag
    let lower = Int(page.load(12) as UInt16)
    let upper = Int(page.load(14) as UInt16)
    let count = (lower - Self.headerSize) / 2
    guard page.load(0) == number, page.load(10) as UInt16 == wanted, count > 0,
      lower % 2 == 0, lower <= upper, upper <= pageSize
    else { return "the header of page \(number) is damaged" }
    for index in 0..<count {
      let offset = Int(page.load(Self.headerSize + index * 2) as UInt16)
      guard offset >= upper, offset + 8 <= pageSize, offset % 2 == 0 else {
        return "node \(index) of page \(number) is out of place"
      }
      let fault =
        depth == 1
        ? leaf(page, at: offset, number) : branch(page, at: offset, number, depth: depth)
      if let fault { return fault }
    }
    return nil
  }

  /// A node of a branch: page number (6 bytes), key size (2), key.
  private mutating func branch(
    _ page: [UInt8], at offset: Int, _ number: UInt64, depth: Int
  ) -> String? {
    let (low, high, top): (UInt16, UInt16, UInt16) = (
      page.load(offset), page.load(offset + 2), page.load(offset + 4)
    )
    guard keyFits(page, at: offset) else { return "a key of page \(number) is damaged" }
    return tree(UInt64(low) | UInt64(high) << 16 | UInt64(top) << 32, depth: depth - 1)
  }

  /// A node of a leaf: data size (4 bytes), flags (2), key size (2), key, data.
  private mutating func leaf(_ page: [UInt8], at offset: Int, _ number: UInt64) -> String? {
    let size = Int(page.load(offset) as UInt16) | Int(page.load(offset + 2) as UInt16) << 16
    let flags: UInt16 = page.load(offset + 4)
    let data = offset + 8 + Int(page.load(offset + 6) as UInt16)
    let isOverflow = flags == Self.overflowNode
    guard flags == 0 || isOverflow || flags == Self.tableNode, keyFits(page, at: offset),
      data + (isOverflow ? 8 : size) <= pageSize
    else { return "a node of page \(number) is damaged" }
    if isOverflow { return overflow(page.load(data), size: size) }
    if flags == Self.tableNode {
      return size == 48 ? table(page, at: data) : "a table in page \(number) is damaged"
    }
    return nil
  }

  /// Pages that hold one long value; the count of them is where others have their free space.
  private mutating func overflow(_ number: UInt64, size: Int) -> String? {
    let needed = UInt64((Self.headerSize - 1 + size) / pageSize + 1)
    guard let page = read(number), seen.insert(number).inserted, page.load(0) == number,
      page.load(10) as UInt16 == Self.overflowFlag, page.load(12) as UInt32 == needed,
      number + needed <= pages
    else { return "the long value in page \(number) is damaged" }
    return nil
  }

  private func keyFits(_ page: [UInt8], at offset: Int) -> Bool {
    let size = Int(page.load(offset + 6) as UInt16)
    return size <= Self.maximumKeySize && offset + 8 + size <= pageSize
  }

  private func read(_ number: UInt64) -> [UInt8]? {
    guard number < pages else { return nil }
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
