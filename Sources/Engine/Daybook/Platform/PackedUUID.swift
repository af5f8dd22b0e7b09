/// The sixteen bytes of an identifier as two words, as they lie in memory.
///
/// To the compiler a `UUID` is sixteen values of one byte, which it takes apart and puts together
/// again where it is handed on; this costs two registers.
@usableFromInline
package struct PackedUUID: Hashable, Sendable {
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64

  /// The least of all.
  static let zero = PackedUUID(first: 0, second: 0)

  @inlinable
  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  @usableFromInline @inline(__always)
  package init(_ id: UUID) { self = withUnsafeBytes(of: id) { PackedUUID($0, 0) } }

  /// The identifier at `offset`.
  ///
  /// Safety: the caller has checked that there are sixteen bytes.
  @inline(__always)
  init(_ bytes: BorrowedBytes, _ offset: Int) {
    first = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    second = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
  }

  // Safety: a UUID is sixteen plain bytes, which these are.
  @inlinable @inline(__always)
  var id: UUID { unsafeBitCast(self, to: UUID.self) }

  /// Whether the bytes of this come before those of `other`.
  @inline(__always)
  package func precedes(_ other: PackedUUID) -> Bool {
    first == other.first
      ? second.bigEndian < other.second.bigEndian
      : first.bigEndian < other.first.bigEndian
  }
}

extension UnsafeMutableRawPointer {
  /// Stores an identifier.
  @inline(__always)
  func store(_ value: PackedUUID, _ offset: Int) {
    storeBytes(of: value.first, toByteOffset: offset, as: UInt64.self)
    storeBytes(of: value.second, toByteOffset: offset + 8, as: UInt64.self)
  }
}
