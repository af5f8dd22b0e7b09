/// A field of a payload where it stands: as long as the bytes of the payload are lent.
package struct BorrowedField {
  /// A value of which nothing but the wire type is known.
  package enum Value {
    /// A number; perhaps the zigzag form of another one, or a flag.
    case varint(UInt64)
    /// Eight bytes, little-endian; perhaps a date.
    case fixed64(UInt64)
    /// Four bytes, little-endian.
    case fixed32(UInt32)
    /// Bytes; perhaps a text, an identifier, or fields of their own.
    case bytes(BorrowedBytes)
  }

  package let number: Int
  package let value: Value

  /// Adds the fields of a payload to some, in the order in which they are stored.
  ///
  /// - Throws: `PayloadError` for bytes that are no payload.
  package static func read(
    _ payload: BorrowedBytes, into fields: inout [BorrowedField]
  ) throws(PayloadError) {
    // Safety: the caller has the bytes for as long as it has the fields.
    var reader = PayloadReader(RawSpan(_unsafeBytes: payload))
    while let number = try reader.next() {
      fields.append(BorrowedField(number: number, value: try reader.borrowed()))
    }
  }
}

extension PayloadReader {
  /// Reads the value of the field that `next` has given, whatever its type.
  fileprivate mutating func borrowed() throws(PayloadError) -> BorrowedField.Value {
    switch type {
    case WireType.varint: return .varint(try uint())
    case WireType.fixed64: return .fixed64(try fixed())
    case WireType.length: return .bytes(try slice())
    default:
      let start = offset
      try skip()
      return .fixed32(base.loadUnaligned(fromByteOffset: start, as: UInt32.self))
    }
  }
}
