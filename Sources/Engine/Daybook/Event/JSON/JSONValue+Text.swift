extension JSONValue {
  /// How deep values may be nested; as deep as Foundation's decoder reads them.
  static let greatestDepth = 512

  /// Why bytes are not JSON.
  public struct SyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The byte at which reading ended.
    public let offset: Int
    /// What is wrong there.
    public let reason: String

    public var description: String { "no JSON value: at byte \(offset) \(reason)" }
  }

  /// Reads a value from JSON in UTF-8 (RFC 8259). O(n).
  ///
  /// - Throws: `SyntaxError`, also when a name is in an object twice, and beyond 512 values within
  ///   each other.
  public init(parsing bytes: [UInt8]) throws(SyntaxError) {
    var parser = JSONParser(bytes)
    self = try parser.parse()
  }

  /// JSON in UTF-8, without spaces, names in the order of their bytes. O(n log n).
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let number): bytes += number.text.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let values):
      bytes.append(UInt8(ascii: "{"))
      let names = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      for (index, name) in names.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        values[name]?.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Writes a text of JSON, with its quotes.
  package static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20:
        bytes += "\\u00\(byte.padded(2, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
