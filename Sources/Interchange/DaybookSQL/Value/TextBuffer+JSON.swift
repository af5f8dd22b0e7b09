internal import Daybook

extension TextBuffer {
  /// Writes a text in quotes, or null.
  mutating func json(_ text: String?) {
    guard var text else { return append("null") }
    append(0x22)
    text.withUTF8 { json(within: BorrowedBytes($0)) }
    append(0x22)
  }

  /// Writes UTF-8 in quotes; what is none becomes U+FFFD.
  mutating func json(utf8 text: BorrowedBytes) {
    let isPlain = text.allSatisfy { $0 >= 0x20 && $0 < 0x80 && $0 != 0x22 && $0 != 0x5C }
    if !isPlain { return json(String(decoding: text, as: UTF8.self)) }
    append(0x22)
    append(text)
    append(0x22)
  }

  private mutating func json(within text: BorrowedBytes) {
    for byte in text {
      switch byte {
      case 0x22, 0x5C:
        append(0x5C)
        append(byte)
      case 0x0A: append("\\n")
      case 0x09: append("\\t")
      case 0x0D: append("\\r")
      case 0..<0x20:
        append(byte < 0x10 ? "\\u000" : "\\u00")
        append(String(byte, radix: 16))
      default: append(byte)
      }
    }
  }

  /// Writes a number; JSON has none that is not finite.
  mutating func json(_ number: Double) { append(number.isFinite ? "\(number)" : "null") }

  /// Writes a time in quotes, or null.
  mutating func json(time milliseconds: Int64?) {
    guard let milliseconds, SQLTime.range.contains(milliseconds) else { return append("null") }
    append(0x22)
    _ = append(time: milliseconds)
    append(0x22)
  }

  /// Writes an object with the fields of a payload but the repeated ones, several values of one
  /// field as a list; bytes that are no payload as a text.
  mutating func json(_ payload: BorrowedBytes, _ shape: PayloadShape) {
    guard let fields = try? StoredFields(of: payload) else {
      return json(Data(payload).base64EncodedString())
    }
    append(0x7B)
    let start = bytes.count
    fields.forEach { number, values in
      if shape.isRepeated(number) { return }
      if bytes.count > start { append(", ") }
      let known = shape[number]
      json(known?.name ?? "\(number)")
      append(": ")
      write(values, known?.form ?? .unknown)
    }
    append(0x7D)
  }

  /// The values of one field.
  private mutating func write(_ values: StoredFields.Values, _ form: FieldForm) {
    switch form {
    case .list: json(values, form)
    case .unknown where values.count > 1: json(values, form)
    // Of a field that may come once, the last one counts.
    default: if let last = values.last { form.json(last.value, into: &self) }
    }
  }

  /// Writes a list of values.
  mutating func json(_ values: StoredFields.Values, _ form: FieldForm) {
    append(0x5B)
    for place in values.indices {
      if place > values.startIndex { append(", ") }
      form.json(values[place].value, into: &self)
    }
    append(0x5D)
  }
}
