/// A fingerprint of a set of rows: equal for equal rows, whatever order they came and went in.
///
/// It is the number of rows and the sum, modulo 2⁶⁴, of a hash of each row, so that one row that
/// comes or goes costs one hash. It finds accidents, not forgeries.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// How many rows.
  public internal(set) var rows: UInt64
  /// The sum of their hashes.
  public internal(set) var sum: UInt64

  @usableFromInline
  init(rows: UInt64 = 0, sum: UInt64 = 0) {
    self.rows = rows
    self.sum = sum
  }

  /// The sum in hexadecimal, a dash and the number of rows.
  public var description: String {
    "\(sum.padded(16, radix: 16))-\(rows)"
  }

  mutating func add(_ table: Int, _ key: BorrowedBytes, _ row: BorrowedBytes) {
    rows &+= 1
    sum &+= Self.hash(table, key, row)
  }

  mutating func remove(_ table: Int, _ key: BorrowedBytes, _ row: BorrowedBytes) {
    rows &-= 1
    sum &-= Self.hash(table, key, row)
  }

  /// The hash of some bytes, for tables in memory.
  static func hash(of bytes: BorrowedBytes) -> UInt64 { mix(bytes, 0) }

  /// The hash of one row: `h = fold(h ^ word)` over eight bytes at a time, where `fold` xors the
  /// high and the low half of the 128-bit product with 2⁶⁴ divided by the golden ratio.
  private static func hash(
    _ table: Int, _ key: BorrowedBytes, _ row: BorrowedBytes
  ) -> UInt64 {
    mix(row, mix(key, 0x243F_6A88_85A3_08D3 &+ UInt64(table)))
  }

  private static func mix(_ bytes: BorrowedBytes, _ start: UInt64) -> UInt64 {
    var hash = fold(start ^ UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = fold(hash ^ bytes.load(offset, as: UInt64.self))
      offset += 8
    }
    return fold(hash ^ tail(bytes, bytes.count & 7))
  }

  /// The last bytes as a number, the first of them highest.
  @inline(__always)
  private static func tail(_ bytes: BorrowedBytes, _ count: Int) -> UInt64 {
    if count == 0 { return 0 }
    if bytes.count >= 8 {
      let last = bytes.loadUnaligned(fromByteOffset: bytes.count &- 8, as: UInt64.self)
      return UInt64(bigEndian: last) & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
    }
    var tail: UInt64 = 0
    for byte in bytes { tail = tail << 8 | UInt64(byte) }
    return tail
  }

  private static func fold(_ value: UInt64) -> UInt64 {
    let product = (value ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
