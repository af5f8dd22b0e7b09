#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension BorrowedBytes {
  /// Whether these bytes come before `other` in the order of LMDB's keys.
  func precedes(_ other: BorrowedBytes) -> Bool {
    guard let base = baseAddress, let start = other.baseAddress else { return count < other.count }
    let order = memcmp(base, start, Swift.min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }

  /// Whether these bytes are those of `other`.
  @usableFromInline
  func equals(_ other: BorrowedBytes) -> Bool {
    guard count == other.count, let base = baseAddress, let start = other.baseAddress else {
      return count == other.count
    }
    return memcmp(base, start, count) == 0
  }

  /// The first eight bytes as a number that is ordered as they are; shorter ones are filled with
  /// zeros.
  @inline(__always)
  var prefixNumber: UInt64 {
    if count >= 8 { return UInt64(bigEndian: loadUnaligned(as: UInt64.self)) }
    return reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - count))
  }
}
