internal import Daybook

extension FieldForm {
  /// Writes a stored value as SQL has it, of the type that ``declaration`` says; nothing where
  /// there is no such value.
  func write(_ value: BorrowedField.Value, into row: inout RowValues, at place: Int) {
    switch (self, value) {
    case (.integer, .varint(let number)): row.set(place, Self.zigzag(number))
    case (.unsigned, .varint(let number)): row.set(place, Int64(bitPattern: number))
    case (.flag, .varint(let number)): row.set(place, number == 0 ? 0 : 1)
    case (.real, .fixed64(let bits)): row.set(place, Double(bitPattern: bits))
    case (.date, .fixed64(let bits)): row.set(place, time: SQLTime.milliseconds(Self.date(bits)))
    case (.time, .varint(let number)):
      row.set(place, time: HybridTime(rawValue: number).milliseconds)
    case (.blob, .bytes(let bytes)): row.set(place, blob: bytes)
    case (.unknown, .varint(let number)): row.set(place, Int64(bitPattern: number))
    case (.unknown, .fixed64(let bits)): row.set(place, Double(bitPattern: bits))
    case (.unknown, .fixed32(let bits)): row.set(place, Int64(bits))
    case (.text, .bytes(let bytes)): row.text(place) { $0.append(utf8: bytes) }
    case (.id, .bytes(let bytes)):
      row.text(place) { text in
        if let id = Self.identifier(bytes) {
          text.append(id)
        } else {
          text.append(Self.text(bytes))
        }
      }
    case (.unknown, .bytes(let bytes)): row.text(place) { $0.append(Self.text(bytes)) }
    case (.payload, .bytes), (.list, _): row.text(place) { json(value, into: &$0) }
    // Bytes of another version of the app.
    default: break
    }
  }

  /// How a column for values of which only the wire type is known is declared.
  static func declaration(of value: BorrowedField.Value) -> String {
    switch value {
    case .varint, .fixed32: "INTEGER"
    case .fixed64: "REAL"
    case .bytes: "TEXT"
    }
  }
}
