internal import LMDB

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

  /// Adds the rows of another set.
  mutating func add(_ other: Digest) {
    rows &+= other.rows
    sum &+= other.sum
  }

  /// The hash of some bytes, for tables in memory.
  static func hash(of bytes: BorrowedBytes) -> UInt64 { Checksum.wide(bytes, seed: 0) }

  private static func hash(
    _ table: Int, _ key: BorrowedBytes, _ row: BorrowedBytes
  ) -> UInt64 {
    Checksum.wide(row, seed: Checksum.wide(key, seed: 0x243F_6A88_85A3_08D3 &+ UInt64(table)))
  }
}
