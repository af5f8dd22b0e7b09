/// What stands beside the roots of a data file: the interval of the journal that it was last
/// written in.
///
/// It ties the data file to the journal beside it, and says of a data file that was taken away
/// without its journal whether it may lack pages. It is in both roots' sectors, which LMDB leaves
/// alone, and is written when the interval's header is on disk.
struct RootMark: Equatable {
  let interval: UInt64
  /// Whether the data file needs its journal.
  let isOpen: Bool

  static let start = 256
  static let size = 24
  private static let magic: UInt64 = 0x324B_5241_4D4B_4244  // "DBKMARK2"

  init(interval: UInt64, isOpen: Bool) {
    self.interval = interval
    self.isOpen = isOpen
  }

  /// nil when there is none in the beginning of a root page.
  init?(_ page: [UInt8]) {
    guard page.number(Self.start, UInt64.self) == Self.magic else { return nil }
    interval = page.number(Self.start + 8, UInt64.self)
    isOpen = page.number(Self.start + 16, UInt64.self) == 1
  }

  /// Writes it beside both roots.
  func write(_ data: Int32, pageSize: Int) throws(LMDBError) {
    let numbers = [Self.magic, interval, isOpen ? 1 : 0].map(\.littleEndian)
    let bytes = numbers.withUnsafeBytes { Array($0) }
    for slot in 0..<2 { try PositionalIO.write(bytes, data, slot * pageSize + Self.start) }
  }
}
