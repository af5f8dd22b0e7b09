/// Reads one JSON value (RFC 8259) from bytes; never beyond them, whatever they are.
struct JSONParser {
  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
    place = 0
  }

  /// The value, with nothing behind it.
  mutating func parse() throws(JSONValue.SyntaxError) -> JSONValue {
    let value = try value()
    skipSpace()
    if place < bytes.endIndex { throw error("something follows the value") }
    return value
  }

  private mutating func value() throws(JSONValue.SyntaxError) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try nested()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some: return try number()
    case nil: throw error("the text ends where a value should be")
    }
  }

  private mutating func nested() throws(JSONValue.SyntaxError) -> JSONValue {
    let isObject = next == UInt8(ascii: "{")
    place += 1
    depth += 1
    defer { depth -= 1 }
    if depth > JSONValue.greatestDepth {
      throw error("values are nested more than \(JSONValue.greatestDepth) deep")
    }
    return isObject ? .object(try object()) : .array(try array())
  }

  private mutating func object() throws(JSONValue.SyntaxError) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    if skip("}") { return values }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a name should be here") }
      let name = try string()
      guard skip(":") else { throw error("a colon should be here") }
      let value = try value()
      guard values.updateValue(value, forKey: name) == nil else {
        throw error("the name \(name) is there twice")
      }
    } while skip(",")
    guard skip("}") else { throw error("a comma or the end of the object should be here") }
    return values
  }

  private mutating func array() throws(JSONValue.SyntaxError) -> [JSONValue] {
    var values: [JSONValue] = []
    if skip("]") { return values }
    repeat { values.append(try value()) } while skip(",")
    guard skip("]") else { throw error("a comma or the end of the array should be here") }
    return values
  }

  private mutating func number() throws(JSONValue.SyntaxError) -> JSONValue {
    let count = JSONValue.Number.length(of: bytes[place...])
    if count == 0 { throw error("this is no value") }
    defer { place += count }
    return .number(.init(checked: String(decoding: bytes[place..<place + count], as: UTF8.self)))
  }

  private mutating func word(
    _ word: String, _ value: JSONValue
  ) throws(JSONValue.SyntaxError) -> JSONValue {
    guard bytes[place...].starts(with: word.utf8) else { throw error("this is no value") }
    place += word.utf8.count
    return value
  }

  // MARK: Texts

  private mutating func string() throws(JSONValue.SyntaxError) -> String {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else {
          throw error("the text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): text += try escaped()
      case ..<0x20: throw error("a control character is not escaped")
      default: text.append(byte)
      }
    }
    throw error("the text has no end")
  }

  private mutating func escaped() throws(JSONValue.SyntaxError) -> [UInt8] {
    defer { place += 1 }
    switch next {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"): return try scalar()
    case .some(let byte) where [0x22, 0x2F, 0x5C].contains(byte): return [byte]
    default: throw error("there is no such escape")
    }
  }

  /// The character of `uXXXX`, or of two of them; leaves the last digit to the caller.
  private mutating func scalar() throws(JSONValue.SyntaxError) -> [UInt8] {
    var code = UInt32(try unit())
    if (0xD800..<0xDC00).contains(code), bytes[(place + 1)...].starts(with: #"\u"#.utf8) {
      place += 2
      let low = UInt32(try unit())
      guard (0xDC00..<0xE000).contains(low) else { throw error("half a character is escaped") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw error("half a character is escaped") }
    return Array(String(scalar).utf8)
  }

  /// The four digits behind the `u` that is next; ends at the last of them.
  private mutating func unit() throws(JSONValue.SyntaxError) -> UInt16 {
    let digits = bytes[min(place + 1, bytes.endIndex)...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits should be here") }
    place += 4
    return unit
  }

  // MARK: Bytes

  private var next: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { place += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private func error(_ reason: String) -> JSONValue.SyntaxError {
    JSONValue.SyntaxError(offset: place, reason: reason)
  }
}
