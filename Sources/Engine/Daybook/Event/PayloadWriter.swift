/// Writes the protobuf wire format by field number, without schema and without allocating.
///
/// ```swift
/// writer.date(1, start)
/// writer.double(2, amount)      // an absent optional writes nothing
/// ```
/// The bytes can be read by any protobuf tool (`protoc --decode_raw`). Fields keep the order in
/// which they are written. Some 400 instructions for a feed of nine fields.
///
/// Source of the format: Protocol Buffers, "Encoding" (varint, I64, LEN, ZigZag).
public struct PayloadWriter: ~Copyable {
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  /// Bytes written so far.
  @inlinable public var count: Int { used }
  @usableFromInline var used = 0
  /// Whether a value could not be written.
  @usableFromInline var isIncomplete = false

  /// Makes a writer with room for `capacity` bytes; it grows when more are written.
  public init(capacity: Int = 256) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 8)
  }

  deinit { base.deallocate() }

  /// The bytes written so far, valid until the next change.
  @inlinable package var bytes: BorrowedBytes {
    UnsafeRawBufferPointer(start: base, count: count)
  }

  /// A copy of the bytes written so far.
  public var array: [UInt8] { [UInt8](UnsafeRawBufferPointer(start: base, count: count)) }

  /// Forgets what was written after the first `count` bytes; the memory stays.
  @usableFromInline
  package mutating func truncate(to count: Int = 0) { used = count }

  // MARK: Fields

  /// An unsigned integer (varint).
  @inlinable @inline(__always)
  public mutating func uint(_ field: Int, _ value: UInt64) {
    reserve(20)
    tag(field, WireType.varint)
    varint(value)
  }

  /// A signed integer (varint in ZigZag form, protobuf's `sint64`).
  @inlinable @inline(__always)
  public mutating func int(_ field: Int, _ value: Int64) {
    uint(field, UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// A truth value (varint 0 or 1).
  @inlinable @inline(__always)
  public mutating func bool(_ field: Int, _ value: Bool) { uint(field, value ? 1 : 0) }

  /// A number by its bit pattern (I64): nothing is rounded, not even a NaN.
  @inlinable @inline(__always)
  public mutating func double(_ field: Int, _ value: Double) {
    fixed(field, value.bitPattern)
  }

  /// Eight bytes (I64).
  @inlinable @inline(__always)
  public mutating func fixed(_ field: Int, _ value: UInt64) {
    reserve(20)
    tag(field, WireType.fixed64)
    base.storeBytes(of: value.littleEndian, toByteOffset: used, as: UInt64.self)
    used &+= 8
  }

  /// An instant: the bit pattern of its seconds since 2001-01-01 00:00 UTC.
  @inlinable @inline(__always)
  public mutating func date(_ field: Int, _ value: Date) {
    double(field, value.timeIntervalSinceReferenceDate)
  }

  /// Text as UTF-8, byte for byte as it is (no normalisation).
  public mutating func string(_ field: Int, _ value: String) {
    let isWritten: Void? = value.utf8.withContiguousStorageIfAvailable {
      let text = UnsafeRawBufferPointer($0)
      if text.count <= 16, field < 16 { short(field, text) } else { bytes(field, text) }
    }
    if isWritten != nil { return }
    // A string of another framework, without bytes of its own.
    var value = value
    value.withUTF8 { bytes(field, UnsafeRawBufferPointer($0)) }
  }

  /// Up to sixteen bytes, which most texts have, in two words that may overlap instead of by a
  /// call.
  @inline(__always)
  private mutating func short(_ field: Int, _ value: BorrowedBytes) {
    reserve(20)
    tag(field, WireType.length)
    varint(UInt64(truncatingIfNeeded: value.count))
    let place = base + used
    if value.count >= 8 {
      value.copy(to: place, by: UInt64.self)
    } else if value.count >= 4 {
      value.copy(to: place, by: UInt32.self)
    } else {
      for index in value.indices {
        place.storeBytes(of: value[index], toByteOffset: index, as: UInt8.self)
      }
    }
    used &+= value.count
  }

  /// The sixteen bytes of an identifier.
  @inlinable @inline(__always)
  public mutating func uuid(_ field: Int, _ value: UUID) {
    reserve(40)
    tag(field, WireType.length)
    varint(16)
    // Safety: there is room; a UUID is sixteen plain bytes.
    base.storeBytes(of: value, toByteOffset: used, as: UUID.self)
    used &+= 16
  }

  /// Raw bytes.
  @inlinable public mutating func bytes(_ field: Int, _ value: UnsafeRawBufferPointer) {
    reserve(20 &+ value.count)
    tag(field, WireType.length)
    varint(UInt64(truncatingIfNeeded: value.count))
    if let source = value.baseAddress {
      (base + used).copyMemory(from: source, byteCount: value.count)
    }
    used &+= value.count
  }

  /// A nested message.
  @inlinable
  public mutating func message<E: Error>(
    _ field: Int, _ body: (inout PayloadWriter) throws(E) -> Void
  ) throws(E) {
    let start = beginMessage(field)
    try body(&self)
    endMessage(start)
  }

  /// Leaves one byte for the length and returns where the message starts.
  @usableFromInline
  mutating func beginMessage(_ field: Int) -> Int {
    reserve(20)
    tag(field, WireType.length)
    used += 1
    return count
  }

  /// Puts the length in its place; longer messages are moved to make room for it.
  @usableFromInline
  mutating func endMessage(_ start: Int) {
    let length = count - start
    if length < 0x80 {
      return base.storeBytes(of: UInt8(length), toByteOffset: start - 1, as: UInt8.self)
    }
    let extra = PayloadWriter.varintSize(UInt64(length)) - 1
    reserve(extra)
    if extra > 0 { (base + start + extra).copyMemory(from: base + start, byteCount: length) }
    used = start - 1
    varint(UInt64(length))
    used += length
  }

  // MARK: Absent values

  /// Writes nothing when `value` is nil.
  @inlinable @inline(__always)
  public mutating func uint(_ field: Int, _ value: UInt64?) {
    if let value { uint(field, value) }
  }
  /// Writes nothing when `value` is nil.
  @inlinable @inline(__always)
  public mutating func int(_ field: Int, _ value: Int64?) {
    if let value { int(field, value) }
  }
  /// Writes nothing when `value` is nil.
  @inlinable @inline(__always)
  public mutating func bool(_ field: Int, _ value: Bool?) {
    if let value { bool(field, value) }
  }
  /// Writes nothing when `value` is nil.
  @inlinable @inline(__always)
  public mutating func double(_ field: Int, _ value: Double?) {
    if let value { double(field, value) }
  }
  /// Writes nothing when `value` is nil.
  @inlinable @inline(__always)
  public mutating func date(_ field: Int, _ value: Date?) {
    if let value { date(field, value) }
  }
  /// Writes nothing when `value` is nil.
  @inlinable @inline(__always)
  public mutating func string(_ field: Int, _ value: String?) {
    if let value { string(field, value) }
  }
  /// Writes nothing when `value` is nil.
  @inlinable @inline(__always)
  public mutating func uuid(_ field: Int, _ value: UUID?) {
    if let value { uuid(field, value) }
  }

  // MARK: Raw bytes

  /// Appends bytes without a field number; for layouts that wrap payloads.
  @inlinable
  package mutating func raw(_ value: BorrowedBytes) {
    guard let source = value.baseAddress else { return }
    reserve(value.count)
    (base + count).copyMemory(from: source, byteCount: value.count)
    used += value.count
  }

  /// Adds `count` bytes that the caller writes, all of them, before the next change.
  @inline(__always)
  mutating func space(_ count: Int) -> UnsafeMutableRawPointer {
    reserve(count)
    defer { used &+= count }
    return base + used
  }

  /// Puts bytes in place of as many others.
  mutating func overwrite(_ offset: Int, with value: BorrowedBytes) {
    guard let source = value.baseAddress else { return }
    (base + offset).copyMemory(from: source, byteCount: value.count)
  }

  /// Appends an integer of fixed size, low byte first.
  @inlinable package mutating func raw<T: FixedWidthInteger>(_ value: T) {
    reserve(MemoryLayout<T>.size)
    base.storeBytes(of: value.littleEndian, toByteOffset: count, as: T.self)
    used += MemoryLayout<T>.size
  }

  // Counts of bytes in memory are far from the greatest integer, so no sum of two overflows.

  @inlinable @inline(__always)
  mutating func reserve(_ more: Int) {
    if used &+ more > capacity { grow(more) }
  }

  @usableFromInline @inline(never)
  mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
    moved.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  @inlinable @inline(__always)
  mutating func tag(_ field: Int, _ type: UInt8) {
    varint(UInt64(field) << 3 | UInt64(type))
  }

  @inlinable @inline(__always)
  mutating func varint(_ value: UInt64) {
    if value < 0x80 {
      base.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: used, as: UInt8.self)
      used &+= 1
    } else {
      longVarint(value)
    }
  }

  @usableFromInline @inline(never)
  mutating func longVarint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      base.storeBytes(
        of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
      used += 1
      rest >>= 7
    }
    base.storeBytes(of: UInt8(rest), toByteOffset: count, as: UInt8.self)
    used += 1
  }

  /// How many bytes an integer takes.
  static func varintSize(_ value: UInt64) -> Int {
    max(1, (64 - value.leadingZeroBitCount + 6) / 7)
  }

  /// How many bytes a field of `count` bytes takes, of a number up to 15.
  static func fieldSize(_ count: Int) -> Int { 1 + varintSize(UInt64(count)) + count }
}

/// The four shapes that a field can have on the wire.
@usableFromInline
enum WireType {
  @inlinable static var varint: UInt8 { 0 }
  @inlinable static var fixed64: UInt8 { 1 }
  @inlinable static var length: UInt8 { 2 }
  @inlinable static var fixed32: UInt8 { 5 }
  /// No shape.
  @inlinable static var none: UInt8 { 7 }

  @inlinable
  static func isKnown(_ type: UInt8) -> Bool { (0b10_0111 as UInt8) &>> type & 1 == 1 }
}

extension UnsafeRawBufferPointer {
  /// Copies the bytes, which are at least one word and at most two, in two words that may overlap.
  @inline(__always)
  fileprivate func copy<Word: FixedWidthInteger & BitwiseCopyable>(
    to place: UnsafeMutableRawPointer, by word: Word.Type
  ) {
    let last = count &- MemoryLayout<Word>.size
    let words = (
      loadUnaligned(as: Word.self), loadUnaligned(fromByteOffset: last, as: Word.self)
    )
    place.storeBytes(of: words.0, as: Word.self)
    place.storeBytes(of: words.1, toByteOffset: last, as: Word.self)
  }
}
