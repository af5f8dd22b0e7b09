internal import Daybook
internal import Foundation

/// JSON as it is written, one value after the other.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  static func make(_ write: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    write(&json)
    return json.string
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func literal(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func text(_ text: String?) {
    guard let text else { return literal("null") }
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x0A: literal("\\n")
      case 0x09: literal("\\t")
      case 0x0D: literal("\\r")
      case 0..<0x20: literal(byte < 0x10 ? "\\u000" : "\\u00"); literal(String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }

  /// A number; JSON has none that is not finite.
  mutating func number(_ number: Double) {
    literal(number.isFinite ? "\(number)" : "null")
  }

  /// An object with the fields of a payload but the repeated ones, several values of one field as a
  /// list; bytes that are no payload as a text.
  mutating func payload(_ payload: [UInt8], _ shape: PayloadShape) {
    guard let fields = try? StoredFields(of: payload) else {
      return text(Data(payload).base64EncodedString())
    }
    bytes.append(0x7B)
    let start = bytes.count
    fields.forEach { number, values in
      if shape.repeated.contains(number) { return }
      if bytes.count > start { literal(", ") }
      let known = shape[number]
      text(known?.name ?? "\(number)")
      literal(": ")
      write(values, known?.form ?? .unknown)
    }
    bytes.append(0x7D)
  }

  /// The values of one field.
  private mutating func write(_ values: StoredFields.Values, _ form: FieldForm) {
    switch form {
    case .list: list(values, form)
    case .unknown where values.count > 1: list(values, form)
    // Of a field that may come once, the last one counts.
    default: if let last = values.last { form.json(last.value, into: &self) }
    }
  }

  /// A list of values.
  mutating func list(_ values: StoredFields.Values, _ form: FieldForm) {
    bytes.append(0x5B)
    for place in values.indices {
      if place > values.startIndex { literal(", ") }
      form.json(values[place].value, into: &self)
    }
    bytes.append(0x5D)
  }
}
