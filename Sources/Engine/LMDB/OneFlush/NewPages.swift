#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The checksum of the pages that one commit wrote: those of its trees that its predecessor's lack.
///
/// LMDB never changes a page that the root before refers to. So level by level from the root, what
/// is new are the children of new pages, less the children of pages that went. Costs a read for
/// each page that is new or went; what is in them need not be sound. What an old tree is taken for
/// matters little: none of its pages can be new.
struct NewPages {
  private let descriptor: Int32
  private let pageSize: Int
  private let pages: UInt64
  /// Room for one page.
  private let buffer: UnsafeMutableRawBufferPointer
  /// The most pages to look at.
  private var limit: Int
  private var sum: UInt64 = 0

  /// What a leaf refers to: tables by the checksum of their names, and pages of long values.
  private struct Entries {
    var tables: [(name: UInt32, tree: Tree)] = []
    var runs: [Range<UInt64>] = []
  }

  /// nil when the pages make no sense, or are more than `limit`.
  static func checksum(_ descriptor: Int32, from old: Root, to new: Root, limit: Int) -> UInt64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, new.pageSize >= Root.size else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: new.pageSize, alignment: 8) { buffer in
      var pages = NewPages(
        descriptor: descriptor, pageSize: new.pageSize,
        pages: UInt64(Int(status.st_size) / new.pageSize), buffer: buffer, limit: limit)
      guard pages.compare(old.freeList, new.freeList), pages.compare(old.main, new.main)
      else { return nil }
      return max(pages.sum, 1)
    }
  }

  /// Adds what is new in a tree; false when it makes no sense.
  private mutating func compare(_ old: Tree, _ new: Tree) -> Bool {
    var (added, gone): ([UInt64], [UInt64]) = ([], [])
    var height = max(old.depth, new.depth)
    while height > 0 {
      if new.depth == height { added.append(new.root) }
      if old.depth == height { gone.append(old.root) }
      Self.removeCommon(&added, &gone)
      if height == 1 { return compareLeaves(gone, added) }
      guard let below = children(added, counts: true), let before = children(gone, counts: false)
      else { return false }
      (added, gone, height) = (below, before, height - 1)
    }
    return true
  }

  /// Both lists have the order of their keys, so that most of what they share is at their ends.
  private static func removeCommon(_ one: inout [UInt64], _ other: inout [UInt64]) {
    let prefix = zip(one, other).prefix { $0 == $1 }.count
    one.removeFirst(prefix)
    other.removeFirst(prefix)
    let suffix = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
    one.removeLast(suffix)
    other.removeLast(suffix)
    if one.isEmpty || other.isEmpty { return }
    let common = Set(one).intersection(other)
    one.removeAll(where: common.contains)
    other.removeAll(where: common.contains)
  }

  private mutating func compareLeaves(_ gone: [UInt64], _ added: [UInt64]) -> Bool {
    guard let new = entries(added, counts: true) else { return false }
    if new.tables.isEmpty, new.runs.isEmpty { return true }
    guard let old = entries(gone, counts: false) else { return false }
    for run in new.runs where !old.runs.contains(run) {
      guard run.upperBound <= pages else { return false }
      for number in run { guard read(number, counts: true) else { return false } }
    }
    for (name, tree) in new.tables {
      let before = old.tables.first { $0.name == name }?.tree ?? .empty
      guard before == tree || compare(before, tree) else { return false }
    }
    return true
  }

  /// The pages that branches refer to; a node is page number (6 bytes), key size (2), key.
  private mutating func children(_ numbers: [UInt64], counts: Bool) -> [UInt64]? {
    var found: [UInt64] = []
    for number in numbers {
      guard read(number, counts: counts), let count = nodeCount else { return nil }
      for index in 0..<count {
        guard let node = node(index) else { return nil }
        found.append(UInt64(load(node) as UInt32) | UInt64(load(node + 4) as UInt16) << 32)
      }
    }
    return found
  }

  /// A node is data size (4 bytes), flags (2), key size (2), key, data.
  private mutating func entries(_ numbers: [UInt64], counts: Bool) -> Entries? {
    var found = Entries()
    for number in numbers {
      guard read(number, counts: counts), let count = nodeCount else { return nil }
      for index in 0..<count {
        guard let node = node(index) else { return nil }
        let flags: UInt16 = load(node + 4)
        if flags == 0 { continue }
        let data = node + 8 + Int(load(node + 6) as UInt16)
        guard data + (flags == 2 ? 48 : 8) <= pageSize else { return nil }
        switch flags {
        case 1:
          let length = (15 + UInt64(load(node) as UInt32)) / UInt64(pageSize) + 1
          let (end, isBeyond) = (load(data) as UInt64).addingReportingOverflow(length)
          guard !isBeyond else { return nil }
          found.runs.append(end - length..<end)
        case 2:
          let name = Checksum.crc32c(UnsafeRawBufferPointer(buffer).from(node + 8, to: data))
          found.tables.append(
            (name, Tree(root: load(data + 40), depth: Int(load(data + 6) as UInt16))))
        default: return nil  // Tables with several values for a key are not made here.
        }
      }
    }
    return found
  }

  // MARK: The page in the buffer

  /// Reads a page; adds it to the sum when it `counts`.
  private mutating func read(_ number: UInt64, counts: Bool) -> Bool {
    guard number < pages, limit > 0 else { return false }
    limit -= 1
    let offset = off_t(number) * off_t(pageSize)
    guard pread(descriptor, buffer.baseAddress, pageSize, offset) == pageSize else { return false }
    if counts {
      let check = Checksum.crc32c(number, UnsafeRawBufferPointer(buffer))
      // Multiplied by an odd number, so that the order counts.
      sum = (sum &+ UInt64(check) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    }
    return true
  }

  /// nil when the page's header makes no sense.
  private var nodeCount: Int? {
    let lower = Int(load(12) as UInt16)
    return lower >= 16 && lower <= pageSize ? (lower - 16) / 2 : nil
  }

  /// Where a node is; nil when that is not in the page.
  private func node(_ index: Int) -> Int? {
    let offset = Int(load(16 + index * 2) as UInt16)
    return offset + 8 <= pageSize ? offset : nil
  }

  // Safety: every offset was compared with the page's size, and the loads are bounds-checked.
  private func load<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> T {
    buffer.loadUnaligned(fromByteOffset: offset, as: T.self)
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func from(_ start: Int, to end: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[start..<end])
  }
}
