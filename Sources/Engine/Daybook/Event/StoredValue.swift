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
    try payload.withUnsafeBytes { bytes in
      var found: [BorrowedField] = []
      try BorrowedField.read(bytes, into: &found)
      return found.map { ($0.number, StoredValue($0.value)) }
    }
  }

  private init(_ value: BorrowedField.Value) {
    self =
      switch value {
      case .varint(let number): .varint(number)
      case .fixed64(let bits): .fixed64(bits)
      case .fixed32(let bits): .fixed32(bits)
      case .bytes(let bytes): .bytes([UInt8](bytes))
      }
  }
}
