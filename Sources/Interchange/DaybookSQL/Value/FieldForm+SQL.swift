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
    case (.text, .bytes(let bytes)): String(decoding: bytes, as: UTF8.self).databaseValue
    case (.id, .bytes(let bytes)): (Self.id(bytes) ?? Self.text(bytes)).databaseValue
    case (.unknown, .bytes(let bytes)): Self.text(bytes).databaseValue
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
}
#endif
