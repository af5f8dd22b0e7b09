internal import Daybook

extension FieldForm {
  /// Writes a stored value as JSON has it.
  func json(_ value: BorrowedField.Value, into json: inout TextBuffer) {
    switch (self, value) {
    case (.list(let form), _): form.json(value, into: &json)
    case (.payload(let shape), .bytes(let bytes)): json.json(bytes, shape)
    case (.integer, .varint(let number)): json.append(number: Self.zigzag(number))
    case (.flag, .varint(let number)): json.append(number == 0 ? "false" : "true")
    case (.time, .varint(let number)):
      json.json(time: HybridTime(rawValue: number).milliseconds)
    case (_, .varint(let number)): json.append("\(number)")
    case (.date, .fixed64(let bits)): json.json(time: SQLTime.milliseconds(Self.date(bits)))
    case (_, .fixed64(let bits)): json.json(Double(bitPattern: bits))
    case (_, .fixed32(let bits)): json.append(number: Int64(bits))
    case (.blob, .bytes(let bytes)): json.json(Data(bytes).base64EncodedString())
    case (.text, .bytes(let bytes)): json.json(utf8: bytes)
    case (.id, .bytes(let bytes)) where bytes.count == 16: json.json(Self.id(bytes))
    case (_, .bytes(let bytes)): json.json(Self.text(bytes))
    }
  }
}
