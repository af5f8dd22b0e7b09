/// The value of a field of which nothing but the wire type is known.
package enum StoredValue: Equatable, Sendable {
  /// A number; perhaps the zigzag form of another one, or a flag.
  case varint(UInt64)
  /// Eight bytes, little-endian; perhaps a date.
  case fixed64(UInt64)
  /// Four bytes, little-endian.
  case fixed32(UInt32)
  /// Bytes; perhaps a text, an identifier, or fields of their own.
  case bytes([UInt8])
}

extension StoredValue {
  /// The fields of a payload in the order in which they are stored.
  ///
  /// - Throws: `PayloadError` for bytes that are no payload.
  package static func fields(
    of payload: [UInt8]
  ) throws -> [(number: Int, value: StoredValue)] {
    var reader = PayloadReader(payload.span.bytes)
    var found: [(number: Int, value: StoredValue)] = []
    while let number = try reader.next() { found.append((number, try reader.stored())) }
    return found
  }
}

extension PayloadReader {
  /// Reads the value of the field that `next` has given, whatever its type.
  fileprivate mutating func stored() throws(PayloadError) -> StoredValue {
    switch type {
    case WireType.varint: return .varint(try uint())
    case WireType.fixed64: return .fixed64(try fixed())
    case WireType.length: return .bytes(try bytes())
    default:
      let start = offset
      try skip()
      return .fixed32(base.loadUnaligned(fromByteOffset: start, as: UInt32.self))
    }
  }
}
