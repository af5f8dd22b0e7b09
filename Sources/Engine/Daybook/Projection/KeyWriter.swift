/// Writes the parts of a key so that keys compare as their parts do, left to right.
///
/// A key holds at most 511 bytes; what does not fit makes the write throw, nothing is cut off.
public struct KeyWriter: ~Copyable {
  @usableFromInline static var limit: Int { 511 }

  @usableFromInline let base: UnsafeMutableRawPointer
  private let isOwner: Bool
  @usableFromInline var count = 0
  @usableFromInline var overflowed = false

  @usableFromInline
  init() {
    base = .allocate(byteCount: Self.limit, alignment: 8)
    isOwner = true
  }

  // Safety: the memory has `limit` bytes and outlives the writer.
  @usableFromInline
  init(in memory: UnsafeMutableRawPointer) {
    base = memory
    isOwner = false
  }

  deinit { if isOwner { base.deallocate() } }

  /// Calls `body` with a writer whose memory is on the stack.
  @inlinable
  static func temporary<R>(_ body: (inout KeyWriter) throws -> R) rethrows -> R {
    try withUnsafeTemporaryAllocation(byteCount: limit, alignment: 8) { memory in
      var writer = KeyWriter(in: memory.baseAddress.unsafelyUnwrapped)
      return try body(&writer)
    }
  }

  @usableFromInline
  var bytes: BorrowedBytes { UnsafeRawBufferPointer(start: base, count: count) }

  @usableFromInline
  mutating func reset() {
    count = 0
    overflowed = false
  }

  /// Whether another one holds the same bytes.
  @usableFromInline
  func holds(_ other: borrowing KeyWriter) -> Bool { bytes.equals(other.bytes) }

  /// Bytes as they are.
  mutating func raw(_ bytes: BorrowedBytes) {
    guard fits(bytes.count), let source = bytes.baseAddress else { return }
    (base + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// An unsigned integer: its bytes from high to low.
  @inlinable @inline(__always)
  public mutating func uint64(_ value: UInt64) {
    guard fits(8) else { return }
    base.storeBytes(of: value.bigEndian, toByteOffset: count, as: UInt64.self)
    count &+= 8
  }

  /// A signed integer: as unsigned with the sign bit turned over.
  @inlinable @inline(__always)
  public mutating func int32(_ value: Int32) {
    guard fits(4) else { return }
    let ordered = UInt32(bitPattern: value) ^ 0x8000_0000
    base.storeBytes(of: ordered.bigEndian, toByteOffset: count, as: UInt32.self)
    count &+= 4
  }

  /// A signed integer of eight bytes: as unsigned with the sign bit turned over.
  @inlinable @inline(__always)
  public mutating func int64(_ value: Int64) { uint64(UInt64(bitPattern: value) ^ 1 << 63) }

  /// One byte.
  @inlinable @inline(__always)
  public mutating func uint8(_ value: UInt8) {
    guard fits(1) else { return }
    base.storeBytes(of: value, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// A number in the order of IEEE 754's total order: negative ones with all bits turned over,
  /// others with the sign bit. Every bit pattern comes back, −0 before 0, NaN at the ends.
  @inlinable @inline(__always)
  public mutating func double(_ value: Double) {
    let bits = value.bitPattern
    uint64(bits >> 63 == 1 ? ~bits : bits | 1 << 63)
  }

  /// An instant.
  @inlinable @inline(__always)
  public mutating func date(_ value: Date) { double(value.timeIntervalSinceReferenceDate) }

  /// A hybrid time.
  @inlinable @inline(__always)
  public mutating func time(_ value: HybridTime) { uint64(value.rawValue) }

  /// An identifier.
  @inlinable @inline(__always)
  public mutating func uuid(_ value: UUID) {
    guard fits(16) else { return }
    base.storeBytes(of: value, toByteOffset: count, as: UUID.self)
    count &+= 16
  }

  /// Text in the order of its UTF-8 bytes, ended by two zero bytes; a zero byte within is 00 FF.
  public mutating func string(_ value: String) {
    beginning(of: value)
    uint8(0)
    uint8(0)
  }

  /// The bytes with which every text with this beginning begins: text without its end mark.
  ///
  /// Only for looking rows up, as the last part of a prefix; nothing reads it back.
  public mutating func beginning(of value: String) {
    for byte in value.utf8 {
      uint8(byte)
      if byte == 0 { uint8(0xFF) }
    }
  }

  /// An optional part: absent ones come first.
  @inlinable @inline(__always)
  public mutating func optional<T>(_ value: T?, _ write: (inout KeyWriter, T) -> Void) {
    uint8(value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }

  @inlinable @inline(__always)
  mutating func fits(_ more: Int) -> Bool {
    if count &+ more > Self.limit { overflowed = true }
    return !overflowed
  }
}
