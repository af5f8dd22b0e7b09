/// Looks at the pages that a root refers to, with `pread` instead of the map, part by part.
///
/// LMDB trusts its pages: a damaged header or node makes it read past the page or the file and die,
/// a damaged free list makes it write over pages in use, and a damaged branch makes rows disappear.
/// `freeList`, `tables`, `branches` and `leaves` are called in this order; what one of them throws
/// ends the walk. In a sound file every page up to the last is in one tree or in the free list,
/// once.
final class PageWalk {
  /// A place in `keys`; a negative count stands for no bound.
  struct KeyPlace {
    static let none = KeyPlace(start: 0, count: -1)

    let start: Int
    let count: Int
  }

  /// A page that a branch refers to, and the bounds of its keys: the first one within, the second
  /// beyond.
  struct Reference {
    let page: UInt64
    let tree: Int
    let low: KeyPlace
    let high: KeyPlace
  }

  /// A tree, and what was counted in it.
  struct Counted {
    let name: String
    let header: TableHeader
    var branches: UInt64 = 0
    var leaves: UInt64 = 0
    var longPages: UInt64 = 0
    var rows: UInt64 = 0

    var hasIntegerKeys: Bool { header.flags & TableHeader.integerKeys != 0 }
  }

  /// Pages that hold one long value.
  struct Run {
    let page: UInt64
    /// How many pages the value takes.
    let needed: UInt64
    let tree: Int
  }

  /// How many pages are read at once where they lie side by side.
  static let window = 64

  let file: PageFile
  let fields: RootPages.Fields
  let buffer: UnsafeMutableRawBufferPointer
  private var used: PageSet
  /// The keys of branches, one after the other.
  private var keys: [UInt8] = []
  var trees: [Counted] = []
  /// The leaves that were not looked at yet.
  var waiting: [Reference] = []
  var runs: [Run] = []

  init(_ file: PageFile, _ fields: RootPages.Fields) {
    self.file = file
    self.fields = fields
    buffer = .allocate(byteCount: file.pageSize * Self.window, alignment: 16)
    used = PageSet(last: fields.last)
  }

  deinit { buffer.deallocate() }

  /// Looks at everything.
  ///
  /// - Returns: false when `isCancelled` did, between two reads.
  func everything(
    mustHaveFreed: Bool, isCancelled: () -> Bool = { false }
  ) throws(PageFault) -> Bool {
    try freeList(mustHaveFreed: mustHaveFreed)
    try tables()
    try branches()
    return try leaves(isCancelled: isCancelled)
  }

  /// Whether pages are missing at the end, which may be free ones that were never written.
  var isShort: Bool { fields.last >= file.count }

  /// Throws unless every tree has the pages and rows that its header says, and no page is left
  /// over.
  func checkCounts() throws(PageFault) {
    for tree in trees {
      let header = tree.header
      guard tree.branches == header.branches, tree.leaves == header.leaves,
        tree.longPages == header.longPages, tree.rows == header.rows
      else { throw PageFault("\(tree.name) has other pages or rows than its header says") }
    }
    guard used.count == fields.last - 1 else {
      throw PageFault("\(fields.last - 1 - used.count) pages are neither in use nor free")
    }
  }

  // MARK: Pages

  /// Notes that a page of the file is free.
  func claim(free page: UInt64) throws(PageFault) {
    guard used.insert(page) else {
      throw PageFault("page \(page) is in the free list and elsewhere")
    }
  }

  /// Notes that a page is in use.
  func claim(_ page: UInt64, _ tree: Int) throws(PageFault) {
    guard page >= 2, page <= fields.last else {
      throw PageFault("\(trees[tree].name) refers to page \(page), the last is \(fields.last)")
    }
    guard page < file.count else {
      throw PageFault("page \(page) is missing: the file was cut off")
    }
    guard used.insert(page) else { throw PageFault("page \(page) is used twice") }
  }

  /// Reads one page. Valid until the next is read.
  func read(_ page: UInt64) throws(PageFault) -> UnsafeRawBufferPointer {
    let one = UnsafeMutableRawBufferPointer(rebasing: buffer[..<file.pageSize])
    _ = try file.read(page, into: one)
    return UnsafeRawBufferPointer(one)
  }

  // MARK: Keys

  func keep(_ key: UnsafeRawBufferPointer) -> KeyPlace {
    let place = KeyPlace(start: keys.count, count: key.count)
    keys.append(contentsOf: key)
    return place
  }

  /// Whether a key lies before the one kept at `place`; without a bound every key does.
  func precedes(_ key: UnsafeRawBufferPointer, _ place: KeyPlace, _ isInteger: Bool) -> Bool {
    if place.count < 0 { return true }
    return keys.withUnsafeBytes {
      let kept = UnsafeRawBufferPointer(rebasing: $0[place.start..<place.start + place.count])
      return Self.precedes(key, kept, isInteger)
    }
  }

  /// Whether a key lies after the one kept at `place`; without a bound every key does.
  func follows(_ key: UnsafeRawBufferPointer, _ place: KeyPlace, _ isInteger: Bool) -> Bool {
    if place.count < 0 { return true }
    return keys.withUnsafeBytes {
      let kept = UnsafeRawBufferPointer(rebasing: $0[place.start..<place.start + place.count])
      return Self.precedes(kept, key, isInteger)
    }
  }

  /// LMDB's order: numbers of eight bytes, or bytes.
  static func precedes(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, _ isInteger: Bool
  ) -> Bool {
    if isInteger, one.count == 8, other.count == 8 {
      return one.loadUnaligned(as: UInt64.self) < other.loadUnaligned(as: UInt64.self)
    }
    guard let a = one.baseAddress, let b = other.baseAddress else { return one.count < other.count }
    // Safety: both have at least so many bytes.
    let order = memcmp(a, b, min(one.count, other.count))
    return order < 0 || (order == 0 && one.count < other.count)
  }
}
