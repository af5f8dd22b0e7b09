/// Reads the parts of a key in the order in which `KeyWriter` wrote them.
///
/// Every call throws `PayloadError`: `truncated` when the key is too short, `malformed` or
/// `invalidText` for bytes that `KeyWriter` does not write.
public struct KeyReader: ~Escapable {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let end: Int
  @usableFromInline var offset = 0

  @inlinable
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) {
    // Safety: the reader's lifetime is the span's, and every load is checked against `end`.
    let buffer = bytes.withUnsafeBytes { $0 }
    base = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
    end = buffer.count
  }

  /// An unsigned integer.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func uint64() throws(PayloadError) -> UInt64 {
    let start = try advance(8)
    return UInt64(bigEndian: base.loadUnaligned(fromByteOffset: start, as: UInt64.self))
  }

  /// A signed integer.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func int32() throws(PayloadError) -> Int32 {
    let start = try advance(4)
    let ordered = UInt32(bigEndian: base.loadUnaligned(fromByteOffset: start, as: UInt32.self))
    return Int32(bitPattern: ordered ^ 0x8000_0000)
  }

  /// A signed integer of eight bytes.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func int64() throws(PayloadError) -> Int64 {
    Int64(bitPattern: try uint64() ^ 1 << 63)
  }

  /// One byte.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func uint8() throws(PayloadError) -> UInt8 {
    let start = try advance(1)
    return base.load(fromByteOffset: start, as: UInt8.self)
  }

  /// A number, bit for bit.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func double() throws(PayloadError) -> Double {
    let ordered = try uint64()
    return Double(bitPattern: ordered >> 63 == 1 ? ordered & ~(1 << 63) : ~ordered)
  }

  /// An instant.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func date() throws(PayloadError) -> Date {
    Date(timeIntervalSinceReferenceDate: try double())
  }

  /// A hybrid time.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func time() throws(PayloadError) -> HybridTime {
    HybridTime(rawValue: try uint64())
  }

  /// An identifier.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func uuid() throws(PayloadError) -> UUID {
    let start = try advance(16)
    // Safety: sixteen bytes, checked by `advance`.
    return base.loadUnaligned(fromByteOffset: start, as: UUID.self)
  }

  /// Text.
  @_lifetime(self: copy self)
  public mutating func string() throws(PayloadError) -> String {
    var bytes: [UInt8] = []
    while true {
      let byte = try uint8()
      if byte == 0 {
        let next = try uint8()
        if next == 0 { break }
        guard next == 0xFF else { throw .malformed }
      }
      bytes.append(byte)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidText(0) }
    return text
  }

  /// Whether an optional part is there; if so, read it next.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func isPresent() throws(PayloadError) -> Bool {
    let byte = try uint8()
    guard byte <= 1 else { throw .malformed }
    return byte == 1
  }

  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func advance(_ count: Int) throws(PayloadError) -> Int {
    let start = offset
    guard end &- start >= count else { throw .truncated }
    offset = start &+ count
    return start
  }
}
