#if SQL
internal import Daybook
internal import Foundation
internal import GRDB

extension FieldForm {
  /// A stored value as SQL has it, of the type that ``declaration`` says, or NULL where there is no
  /// such value.
  func sql(_ value: StoredValue) -> DatabaseValue {
    switch (self, value) {
    case (.integer, .varint(let number)): Self.zigzag(number).databaseValue
    case (.unsigned, .varint(let number)): Int64(bitPattern: number).databaseValue
    case (.flag, .varint(let number)): (number == 0 ? 0 : 1).databaseValue
    case (.real, .fixed64(let bits)): Double(bitPattern: bits).databaseValue
    case (.date, .fixed64(let bits)): SQLTime.text(Self.date(bits)).databaseValue
    case (.time, .varint(let number)):
      SQLTime.text(HybridTime(rawValue: number)).databaseValue
    case (.blob, .bytes(let bytes)): Data(bytes).databaseValue
    case (.unknown, .varint(let number)): Int64(bitPattern: number).databaseValue
    case (.unknown, .fixed64(let bits)): Double(bitPattern: bits).databaseValue
    case (.unknown, .fixed32(let bits)): Int64(bits).databaseValue
    case (.id, .bytes(let bytes)), (.text, .bytes(let bytes)), (.unknown, .bytes(let bytes)):
      Self.text(bytes).databaseValue
    case (.payload, .bytes), (.list, _):
      JSONText.make { json(value, into: &$0) }.databaseValue
    // Bytes of another version of the app.
    default: .null
    }
  }

  /// How a column for values of which only the wire type is known is declared.
  static func declaration(of value: StoredValue) -> String {
    switch value {
    case .varint, .fixed32: "INTEGER"
    case .fixed64: "REAL"
    case .bytes: "TEXT"
    }
  }

  static func zigzag(_ number: UInt64) -> Int64 {
    Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  static func date(_ bits: UInt64) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
  }

  /// What bytes may be: UTF-8 without control characters, an identifier of sixteen, the text of an
  /// attachment, or else their digits in base 64.
  static func text(_ bytes: [UInt8]) -> String {
    if bytes.count == 16, bytes.contains(where: { $0 < 0x20 || $0 > 0x7E }) {
      return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString }
    }
    return plain(bytes) ?? Attachment(stored: bytes)?.description
      ?? Data(bytes).base64EncodedString()
  }

  /// UTF-8 without control characters but tabs and ends of lines; nil for other bytes.
  static func plain(_ bytes: [UInt8]) -> String? {
    for byte in bytes where byte < 0x20 && byte != 0x0A && byte != 0x09 { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
#endif
