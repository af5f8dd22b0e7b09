internal import Daybook
internal import Foundation

extension FieldForm {
  /// Writes a stored value as JSON has it.
  func json(_ value: StoredValue, into json: inout JSONText) {
    switch (self, value) {
    case (.list(let form), _): form.json(value, into: &json)
    case (.payload(let shape), .bytes(let bytes)): json.payload(bytes, shape)
    case (.integer, .varint(let number)): json.literal("\(Self.zigzag(number))")
    case (.flag, .varint(let number)): json.literal(number == 0 ? "false" : "true")
    case (_, .varint(let number)):
      if case .time = self {
        json.text(SQLTime.text(HybridTime(rawValue: number)))
      } else {
        json.literal("\(number)")
      }
    case (.date, .fixed64(let bits)): json.text(SQLTime.text(Self.date(bits)))
    case (_, .fixed64(let bits)): json.number(Double(bitPattern: bits))
    case (_, .fixed32(let bits)): json.literal("\(bits)")
    case (.blob, .bytes(let bytes)): json.text(Data(bytes).base64EncodedString())
    case (.id, .bytes(let bytes)): json.text(Self.id(bytes) ?? Self.text(bytes))
    case (.text, .bytes(let bytes)): json.text(String(decoding: bytes, as: UTF8.self))
    case (_, .bytes(let bytes)): json.text(Self.text(bytes))
    }
  }
}
