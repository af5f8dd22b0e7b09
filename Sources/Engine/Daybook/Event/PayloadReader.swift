/// Reads what `PayloadWriter` wrote: field by field, unknown ones passed over.
///
/// ```swift
/// while let field = try reader.next() {
///   switch field {
///   case 1: start = try reader.date()
///   case 2: amount = try reader.double()
///   default: break                      // a field of a newer version
///   }
/// }
/// ```
/// Never reads past its bytes, whatever they hold. Some fifty instructions a field; text of more
/// than fifteen bytes allocates.
public struct PayloadReader: ~Escapable {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let end: Int
  @usableFromInline var offset = 0
  /// The field just announced by `next`.
  @usableFromInline var field = 0
  /// Its wire type until it is read, then `WireType.none`.
  @usableFromInline var type = WireType.none

  /// Reads `bytes` from the start.
  @inlinable
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) {
    // Safety: the reader's lifetime is the span's, and every load is checked against `end`.
    let buffer = bytes.withUnsafeBytes { $0 }
    base = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped
    end = buffer.count
  }

  /// Moves to the next field and returns its number; nil at the end.
  ///
  /// Passes over the field before it when that was not read.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func next() throws(PayloadError) -> Int? {
    if type != WireType.none { try skip() }
    guard offset < end else { return nil }
    // Fields up to 15 by far the most.
    let tag = base.load(fromByteOffset: offset, as: UInt8.self)
    if tag >= 0x80 { return try nextBeyond15() }
    guard tag >= 8, WireType.isKnown(tag & 7) else { throw .malformed }
    offset &+= 1
    type = tag & 7
    field = Int(tag &>> 3)
    return field
  }

  @usableFromInline
  @_lifetime(self: copy self)
  mutating func nextBeyond15() throws(PayloadError) -> Int {
    let tag = try longVarint()
    guard tag >= 8, tag < 1 << 32, case let last = UInt8(truncatingIfNeeded: tag & 7),
      WireType.isKnown(last)
    else { throw .malformed }
    type = last
    field = Int(tag >> 3)
    return field
  }

  /// An unsigned integer.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func uint() throws(PayloadError) -> UInt64 {
    try expect(WireType.varint)
    return try varint()
  }

  /// A signed integer in ZigZag form.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func int() throws(PayloadError) -> Int64 {
    let value = try uint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A truth value.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func bool() throws(PayloadError) -> Bool { try uint() != 0 }

  /// Eight bytes.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func fixed() throws(PayloadError) -> UInt64 {
    try expect(WireType.fixed64)
    guard end &- offset >= 8 else { throw .truncated }
    let value = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    offset &+= 8
    return UInt64(littleEndian: value)
  }

  /// A number by its bit pattern.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func double() throws(PayloadError) -> Double {
    Double(bitPattern: try fixed())
  }

  /// An instant, bit for bit as it was written.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func date() throws(PayloadError) -> Date {
    Date(timeIntervalSinceReferenceDate: try double())
  }

  /// Text. Throws `invalidText` when the bytes are not UTF-8.
  @_lifetime(self: copy self)
  public mutating func string() throws(PayloadError) -> String {
    let bytes = try slice()
    // Short ASCII, most text by far, needs neither validating nor memory.
    if bytes.count <= 15, bytes.isASCII {
      return String(unsafeUninitializedCapacity: bytes.count) {
        UnsafeMutableRawBufferPointer($0).copyMemory(from: bytes)
        return bytes.count
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidText(field) }
    return text
  }

  /// Reads the field when it is this text of at most 127 bytes; else leaves it to be read.
  ///
  /// For texts that most values have, such as units: comparing costs a tenth of what ``string()``
  /// does.
  ///
  /// - Throws: `wrongType` when the field is no text.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func takes(_ text: StaticString) throws(PayloadError) -> Bool {
    guard type == WireType.length else { throw .wrongType(field) }
    let count = text.utf8CodeUnitCount
    guard end &- offset > count, base.load(fromByteOffset: offset, as: UInt8.self) == count,
      BorrowedBytes(start: base + offset + 1, count: count)
        .equals(BorrowedBytes(start: text.utf8Start, count: count))
    else { return false }
    offset &+= count &+ 1
    type = WireType.none
    return true
  }

  /// An identifier of sixteen bytes.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func uuid() throws(PayloadError) -> UUID {
    let bytes = try slice()
    guard bytes.count == 16, let start = bytes.baseAddress else { throw .wrongType(field) }
    // Safety: sixteen bytes, checked above; a UUID is sixteen plain bytes.
    return start.loadUnaligned(as: UUID.self)
  }

  /// A copy of raw bytes.
  @_lifetime(self: copy self)
  public mutating func bytes() throws(PayloadError) -> [UInt8] { [UInt8](try slice()) }

  /// A nested message; its reader cannot outlive this call.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  public mutating func message<R, E: Error>(
    _ body: (inout PayloadReader) throws(E) -> R
  ) throws -> R {
    var inner = PayloadReader(RawSpan(_unsafeBytes: try slice()))
    return try body(&inner)
  }

  /// The next field with its tag, as it is stored; nil at the end.
  @_lifetime(self: copy self)
  mutating func nextStored() throws(PayloadError) -> (number: Int, bytes: [UInt8])? {
    if type != WireType.none { try skip() }
    let start = offset
    guard let number = try next() else { return nil }
    try skip()
    return (number, [UInt8](UnsafeRawBufferPointer(start: base + start, count: offset - start)))
  }

  /// A copy of all fields that come, and whether their numbers ascend.
  @_lifetime(self: copy self)
  mutating func rest() throws(PayloadError) -> (bytes: [UInt8], isAscending: Bool) {
    if type != WireType.none { try skip() }
    let start = offset
    var (last, isAscending) = (0, true)
    while let number = try next() {
      isAscending = isAscending && number >= last
      last = number
    }
    // Safety: from one place between fields to a later one, both within the memory that is read.
    let bytes = [UInt8](UnsafeRawBufferPointer(start: base + start, count: offset - start))
    return (bytes, isAscending)
  }

  // MARK: Parts

  /// The bytes of a field of that shape, within the memory that is read.
  @inlinable @inline(__always)
  @_lifetime(self: copy self)
  mutating func slice() throws(PayloadError) -> BorrowedBytes {
    try expect(WireType.length)
    let length = try varint()
    guard length <= UInt64(end &- offset) else { throw .truncated }
    let bytes = UnsafeRawBufferPointer(start: base + offset, count: Int(length))
    offset &+= Int(length)
    return bytes
  }

  @inlinable
  @_lifetime(self: copy self)
  mutating func expect(_ wanted: UInt8) throws(PayloadError) {
    guard type == wanted else { throw .wrongType(field) }
    type = WireType.none
  }

  /// Passes over the field when it was not read.
  @usableFromInline
  @_lifetime(self: copy self)
  mutating func skip() throws(PayloadError) {
    switch type {
    case WireType.varint: _ = try uint()
    case WireType.fixed64: _ = try fixed()
    case WireType.length: _ = try slice()
    case WireType.fixed32:
      guard end - offset >= 4 else { throw .truncated }
      offset += 4
      type = WireType.none
    default: break
    }
  }

  @inlinable
  @_lifetime(self: copy self)
  mutating func varint() throws(PayloadError) -> UInt64 {
    if offset < end, case let byte = base.load(fromByteOffset: offset, as: UInt8.self), byte < 0x80
    {
      offset &+= 1
      return UInt64(byte)
    }
    return try longVarint()
  }

  @usableFromInline @inline(never)
  @_lifetime(self: copy self)
  mutating func longVarint() throws(PayloadError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end {
      let byte = base.load(fromByteOffset: offset, as: UInt8.self)
      offset += 1
      if shift == 63, byte > 1 { throw .malformed }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
      if shift > 63 { throw .malformed }
    }
    throw .truncated
  }
}

/// Why bytes could not be read as a payload.
public enum PayloadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes end within a field.
  case truncated
  /// A tag or an integer is not of the wire format.
  case malformed
  /// The field has another shape than the one asked for.
  case wrongType(Int)
  /// The text of the field is not UTF-8.
  case invalidText(Int)
  /// A field that must be there is absent.
  case missing(Int)
  /// The field holds a value outside of its range.
  case outOfRange(Int)

  public var description: String {
    switch self {
    case .truncated: "the payload ends within a field"
    case .malformed: "the payload is not in the protobuf wire format"
    case .wrongType(let field): "field \(field) has another wire type than expected"
    case .invalidText(let field): "the text of field \(field) is not UTF-8"
    case .missing(let field): "field \(field) is missing"
    case .outOfRange(let field): "field \(field) is out of range"
    }
  }
}
