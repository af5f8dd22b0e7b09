/// Writes the payload of an event field by field, in the protobuf wire format that stores hold.
///
/// For extensions that must not link the engine; the field numbers are those of the event's own
/// `encode(into:)`, and so are the bytes.
public struct InboxPayload: Sendable, Hashable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// An empty payload.
  public init() {}

  /// An unsigned integer (varint).
  public mutating func uint(_ field: Int, _ value: UInt64) {
    tag(field, 0)
    varint(value)
  }

  /// A signed integer (varint in ZigZag form).
  public mutating func int(_ field: Int, _ value: Int64) {
    uint(field, UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// A truth value.
  public mutating func bool(_ field: Int, _ value: Bool) { uint(field, value ? 1 : 0) }

  /// A number by its bit pattern.
  public mutating func double(_ field: Int, _ value: Double) { fixed(field, value.bitPattern) }

  /// An unsigned integer in eight bytes.
  public mutating func fixed(_ field: Int, _ value: UInt64) {
    tag(field, 1)
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  /// An instant: seconds since 2001-01-01 00:00 UTC, by their bit pattern.
  public mutating func date(_ field: Int, _ value: Date) {
    double(field, value.timeIntervalSinceReferenceDate)
  }

  /// Text as UTF-8.
  public mutating func string(_ field: Int, _ value: String) {
    self.bytes(field, [UInt8](value.utf8))
  }

  /// The sixteen bytes of an identifier.
  public mutating func uuid(_ field: Int, _ value: UUID) {
    withUnsafeBytes(of: value.uuid) { bytes(field, [UInt8]($0)) }
  }

  /// Raw bytes.
  public mutating func bytes(_ field: Int, _ value: [UInt8]) {
    tag(field, 2)
    varint(UInt64(value.count))
    bytes += value
  }

  /// A nested message.
  public mutating func message(_ field: Int, _ body: (inout InboxPayload) -> Void) {
    var inner = InboxPayload()
    body(&inner)
    bytes(field, inner.bytes)
  }

  private mutating func tag(_ field: Int, _ type: UInt64) { varint(UInt64(field) << 3 | type) }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
