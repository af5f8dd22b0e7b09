/// Both root pages of a data file, as they stand in it.
///
/// Behind the page header: magic, version, address and map size (24 bytes), the free list's and the
/// main table's `MDB_db`, the last page and the transaction. The page size is the pad of the free
/// list.
struct RootPages: Equatable {
  /// What one of them says.
  struct Fields {
    let freeList: TableHeader
    let main: TableHeader
    let last: UInt64
    let transaction: UInt64
    /// The bytes of address space that its writer had.
    let map: UInt64

    /// What LMDB keeps in a root page.
    // Safety: the caller knows that the root is whole, of `Root.length` bytes.
    init(_ root: UnsafeRawBufferPointer) {
      map = root.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
      freeList = TableHeader(root, at: 24)
      main = TableHeader(root, at: 72)
      last = root.loadUnaligned(fromByteOffset: 120, as: UInt64.self)
      transaction = root.loadUnaligned(fromByteOffset: 128, as: UInt64.self)
    }

    /// Throws unless they make sense beside each other and in this file.
    func check(_ file: PageFile) throws(PageFault) {
      guard last >= 1, last < file.count + RootPages.mostUnwritten else {
        throw PageFault(
          "it has \(file.count) pages of \(file.pageSize) bytes, and its root names page \(last)")
      }
      guard last < map / UInt64(file.pageSize) else {
        throw PageFault("its root names page \(last) in a map of \(map) bytes")
      }
      try freeList.check("the free list", last: last)
      try main.check("the table of tables", last: last)
    }
  }

  private static let magic: UInt32 = 0xBEEF_C0DE
  private static let version: UInt32 = 1
  private static let metaFlag: UInt16 = 0x08
  /// The address space of a process.
  private static let greatestMap = UInt64(1) << 47
  /// Pages at the end that were never written, because the transaction that took them gave them
  /// back.
  private static let mostUnwritten = UInt64(1) << 20
  /// A file without a commit has fewer pages: a process that died in the first may have written
  /// some.
  static let mostWithoutCommit = UInt64(16)

  let pageSize: Int
  private let slots: [[UInt8]]

  /// nil when the file is not one of LMDB's, or of another version, which LMDB says by itself.
  ///
  /// `between` is called after the first was read, for tests: others may commit then.
  init?(_ descriptor: Int32, between: () -> Void = {}) throws(PageFault) {
    guard let first = try Self.sector(descriptor, at: 0) else { return nil }
    let size = Int(first.number(Root.start + 24, UInt32.self))
    guard size >= Root.size, size <= 1 << 16, size & (size - 1) == 0 else {
      throw PageFault("the page size of its root is \(size)")
    }
    between()
    guard let second = try Self.sector(descriptor, at: size) else {
      throw PageFault("the second root page is damaged")
    }
    (pageSize, slots) = (size, [first, second])
  }

  /// Both of one moment: read again until nobody has committed meanwhile; nil as above.
  ///
  /// Of two reads of different moments the roots are of transactions that never stood beside each
  /// other.
  ///
  /// - Throws: what is wrong with roots that stay as they are.
  static func settled(
    _ descriptor: Int32, between: () -> Void = {}
  ) throws(PageFault) -> RootPages? {
    var last = Result { () throws(PageFault) in try RootPages(descriptor, between: between) }
    for _ in 0..<64 {
      let next = Result { () throws(PageFault) in try RootPages(descriptor, between: between) }
      if next == last { break }
      last = next
    }
    return try last.get()
  }

  /// The beginning of a root page; nil when it is not one.
  private static func sector(_ descriptor: Int32, at offset: Int) throws(PageFault) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Root.size)
    let count = pread(descriptor, &bytes, Root.size, off_t(offset))
    let isOwn = count >= Root.start + 4 && bytes.number(Root.start, UInt32.self) == magic
    guard count == Root.size else {
      if isOwn || offset > 0 { throw PageFault("it was cut off") }
      return nil
    }
    return isOwn && bytes.number(Root.start + 4, UInt32.self) == version ? bytes : nil
  }

  /// The one that LMDB takes.
  var newest: Int { transaction(0) < transaction(1) ? 1 : 0 }

  /// The slot of a transaction; nil when neither is of it.
  func slot(of transaction: UInt64) -> Int? {
    (0..<2).first { self.transaction($0) == transaction }
  }

  func fields(_ slot: Int) -> Fields {
    slots[slot].withUnsafeBytes { page in
      Fields(UnsafeRawBufferPointer(rebasing: page[Root.start..<Root.start + Root.length]))
    }
  }

  private func transaction(_ slot: Int) -> UInt64 {
    slots[slot].number(Root.start + 128, UInt64.self)
  }

  /// Throws unless every field of both makes sense by itself, beside the others and in this file.
  ///
  /// - Parameter isWritten: whether somebody may write: a first commit makes the file longer before
  ///   a root says so.
  func check(_ file: PageFile, isWritten: Bool = false) throws(PageFault) {
    guard file.count >= 2 else { throw PageFault("it was cut off") }
    for slot in 0..<2 { try check(slot) }
    guard isWritten || transaction(newest) > 0 || file.count <= Self.mostWithoutCommit else {
      throw PageFault(
        "its root pages are those of a new file, and it has \(file.count) pages: it was copied here while a process opened it"
      )
    }
    try checkNumbers()
    try fields(newest).check(file)
  }

  /// What holds for each of them, also after LMDB could write one only in part.
  private func check(_ slot: Int) throws(PageFault) {
    let bytes = slots[slot]
    let fields = fields(slot)
    // `MDB_NOSUBDIR` stays in the flags of a file that was made so.
    guard bytes.number(0, UInt64.self) == UInt64(slot),
      bytes.number(10, UInt16.self) == Self.metaFlag,
      bytes.number(Root.start + 8, UInt64.self) == 0, fields.map <= Self.greatestMap,
      fields.freeList.pad == UInt32(pageSize), fields.main.pad == 0,
      fields.freeList.flags & ~0x4000 == TableHeader.integerKeys, fields.main.flags == 0
    else { throw PageFault("root page \(slot) is damaged") }
  }

  /// Commits number the roots in turn, so they differ by one, or one was put in the place of the
  /// other.
  private func checkNumbers() throws(PageFault) {
    let (low, high) = (transaction(1 - newest), transaction(newest))
    if low == high {
      guard
        slots[0][Root.start..<Root.start + Root.length]
          == slots[1][Root.start..<Root.start + Root.length]
      else { throw PageFault("both root pages are of commit \(low)") }
    } else if high - low != 1 || Int(high & 1) != newest {
      throw PageFault("its root pages are of the commits \(low) and \(high)")
    }
    for slot in 0..<2 {
      let (seal, own) = slots[slot].withUnsafeBytes { (RootSeal($0), RootSeal(of: $0)) }
      guard let seal else { continue }
      // The older root may have been written in part, by a commit that failed.
      let isOther = slot == newest && seal.transaction == own.transaction && seal != own
      if seal.transaction > own.transaction || isOther {
        throw PageFault(
          "root page \(slot) is of commit \(own.transaction) and sealed for \(seal.transaction)"
        )
      }
    }
  }

  /// Whether the newest commit must have freed pages, which stand in the free list under its
  /// number.
  ///
  /// It has copied the page of tables, unless there was none before. That of number 0, which is
  /// before all commits, can show one all the same: when the flush of a root fails, LMDB puts back
  /// the number that stood there, and nothing else.
  var mustHaveFreed: Bool {
    let older = fields(1 - newest)
    return older.transaction > 0 && older.transaction < fields(newest).transaction
      && older.main.root != TableHeader.noPage
  }
}
