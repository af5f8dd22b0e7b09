/// What a header slot of the journal says: from which root of the data file its records go on.
///
/// An interval lasts from one checkpoint to the next. On disk there is always a sound header, the
/// root that it names with all of that root's pages, and the records since.
struct JournalHeader: Equatable {
  /// What the data file needs.
  enum State: UInt64 {
    /// Nothing: it is whole by itself.
    case clean = 0
    /// The records.
    case open
  }

  var state: State
  /// Goes up by one with each header; the interval has the slot and the area of its parity.
  var epoch: UInt64
  /// A random number that names the interval, and the pairing with a data file: the data file bears
  /// it as its `RootMark`.
  var interval: UInt64
  /// The mark that the data file may still bear, because the new one may not be on disk.
  var previous: UInt64
  /// What the interval after this one is called by its owner.
  var next: UInt64
  /// How many records came before the first of the interval.
  var sequence: UInt64
  /// The checksum from which the first record's goes on.
  var chain: UInt64
  /// Bytes of each of the two areas.
  var area: UInt64
  /// The size of the data file's pages in bytes.
  var pageSize: UInt64
  /// What LMDB keeps in a root page: `Root.length` bytes.
  var root: [UInt8]

  /// The first one of a journal, which says nothing yet.
  static let none = JournalHeader(
    state: .clean, epoch: 0, interval: 0, previous: 0, next: 0, sequence: 0, chain: 0, area: 0,
    pageSize: 0, root: [UInt8](repeating: 0, count: Root.length))

  /// Whether it is of the data file with these roots: that bears its mark, and is not older.
  func isOf(_ roots: [Root]) -> Bool {
    roots.contains { $0.mark.map { [interval, previous].contains($0.interval) } ?? false }
      && roots.contains { $0.transaction >= Root.transaction(root) }
  }

  /// The clean header that ends this interval, when the data file is whole up to `root`.
  func ended(at root: Root) -> JournalHeader {
    var clean = self
    clean.state = .clean
    clean.epoch += 1
    clean.root = root.bytes
    return clean
  }

  static let size = 512
  private static let magic: UInt64 = 0x314C_4E52_4A4B_4244  // "DBKJRNL1"
  private static let rootStart = 80
  private static let sumStart = 504

  /// Whether records count.
  var isOpen: Bool { state == .open }

  /// Eight bytes each from low to high: magic, state, the numbers in the order above, the root,
  /// zeros, and the checksum of all that.
  func encoded() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    // Safety: every number and the root lie within the header's size.
    bytes.withUnsafeMutableBytes { buffer in
      let numbers = [
        Self.magic, state.rawValue, epoch, interval, previous, next, sequence, chain, area,
        pageSize,
      ]
      for (index, number) in numbers.enumerated() {
        buffer.storeBytes(of: number.littleEndian, toByteOffset: index * 8, as: UInt64.self)
      }
      buffer[Self.rootStart...].copyBytes(from: root)
      let sum = Checksum.wide(UnsafeRawBufferPointer(rebasing: buffer[..<Self.sumStart]), seed: 0)
      buffer.storeBytes(of: sum.littleEndian, toByteOffset: Self.sumStart, as: UInt64.self)
    }
    return bytes
  }
}

extension JournalHeader {
  /// nil when it is none, or damaged, or was not written to the end.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.number(0, UInt64.self) == Self.magic else { return nil }
    let sum = bytes.withUnsafeBytes {
      Checksum.wide(UnsafeRawBufferPointer(rebasing: $0[..<Self.sumStart]), seed: 0)
    }
    guard sum == bytes.number(Self.sumStart, UInt64.self),
      let state = State(rawValue: bytes.number(8, UInt64.self))
    else { return nil }
    self.init(
      state: state, epoch: bytes.number(16, UInt64.self),
      interval: bytes.number(24, UInt64.self), previous: bytes.number(32, UInt64.self),
      next: bytes.number(40, UInt64.self), sequence: bytes.number(48, UInt64.self),
      chain: bytes.number(56, UInt64.self), area: bytes.number(64, UInt64.self),
      pageSize: bytes.number(72, UInt64.self),
      root: Array(bytes[Self.rootStart..<Self.rootStart + Root.length]))
  }
}
