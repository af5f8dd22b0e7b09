internal import LMDB

/// One row of the table `summaries`: which names occur in a block of transactions.
///
/// A reader that looks for an author or an event type passes over the blocks that cannot hold it.
/// The key is `level << 56 | block`: a block of level 0 has 256 transactions, one of level 1 has
/// 65,536; transaction n is in block `(n - 1) >> 8` and `(n - 1) >> 16`.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 4 | CRC-32C of the key and of everything after these four bytes |
/// | 4 | 4 each | numbers in ascending order |
///
/// A number is one in `names` (author, context, event types, kinds, those of the entities that a
/// retraction touches among them), or one of the marks below. A row says at least what is in its
/// block. It is written when a block gets a number that it did not have, which is seldom.
struct Summary: Equatable {
  /// Stands for all numbers: a block that has more than `limit` does not list them.
  static let anything: UInt32 = 0
  static let noAuthor: UInt32 = 0xFFFF_FFFF
  static let noContext: UInt32 = 0xFFFF_FFFE
  static let local: UInt32 = 0xFFFF_FFFD
  static let remote: UInt32 = 0xFFFF_FFFC
  /// The most numbers of one row, so that a row is never dear to rewrite.
  static let limit = 1000
  /// Greater ones are not listed, because a bit for each below them would take too much memory.
  static let greatest: UInt32 = 1 << 22
  /// The bits of a transaction's number that are its place in a block, for each level.
  static let shifts: [UInt64] = [8, 16]

  private(set) var numbers: ContiguousArray<UInt32> = []
  /// The same, a bit for each, moved up by eight so that the marks come first.
  private var bits: ContiguousArray<UInt64> = []

  init() {}

  /// The summary of a block of which nothing is known.
  static var unknown: Summary {
    var summary = Summary()
    summary.insert(anything)
    return summary
  }

  /// Reads a row; nil when the checksum does not fit.
  init?(_ bytes: BorrowedBytes, key: UInt64) {
    guard bytes.count >= 4, bytes.count % 4 == 0,
      Checksum.crc32c(key, bytes.from(4)) == bytes.load(0, as: UInt32.self)
    else { return nil }
    for offset in stride(from: 4, to: bytes.count, by: 4) { insert(bytes.load(offset)) }
  }

  static func key(level: Int, of transaction: UInt64) -> UInt64 {
    UInt64(level) << 56 | (transaction - 1) >> shifts[level]
  }

  /// The last transaction of the block that holds `transaction`.
  static func end(level: Int, of transaction: UInt64) -> UInt64 {
    let end = (((transaction - 1) >> shifts[level]) + 1) << shifts[level]
    return end == 0 ? .max : end
  }

  /// The first transaction of the block that holds `transaction`.
  static func start(level: Int, of transaction: UInt64) -> UInt64 {
    (((transaction - 1) >> shifts[level]) << shifts[level]) + 1
  }

  /// Whether the block may hold the number.
  func contains(_ number: UInt32) -> Bool { has(number) || has(Self.anything) }

  private func has(_ number: UInt32) -> Bool {
    let bit = Int(number &+ 8)
    return bit >> 6 < bits.count && bits[bit >> 6] & 1 << UInt64(bit & 63) != 0
  }

  /// Notes a number; false when it was there.
  @discardableResult
  mutating func insert(_ number: UInt32) -> Bool {
    if contains(number) { return false }
    if numbers.count >= Self.limit || Self.greatest < number && number < Self.remote {
      removeAll()
      return insert(Self.anything)
    }
    let place = numbers.firstIndex { $0 > number } ?? numbers.count
    numbers.insert(number, at: place)
    let bit = Int(number &+ 8)
    while bits.count <= bit >> 6 { bits.append(0) }
    bits[bit >> 6] |= 1 << UInt64(bit & 63)
    return true
  }

  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    for index in bits.indices { bits[index] = 0 }
  }

  func encode(key: UInt64, into writer: inout PayloadWriter) {
    writer.truncate()
    writer.raw(UInt32(0))
    for number in numbers { writer.raw(number) }
    writer.seal(number: key)
  }
}
