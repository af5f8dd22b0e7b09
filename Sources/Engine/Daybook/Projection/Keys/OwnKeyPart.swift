/// A part of a key whose type an app has declared.
struct OwnKeyPart: Hashable, Sendable {
  private let type: any OrderedKey.Type

  init(_ type: any OrderedKey.Type) { self.type = type }

  /// Reads it as what ``name`` says.
  ///
  /// - Throws: `PayloadError` for bytes that the type does not write.
  func read(_ reader: inout KeyReader) throws -> KeyPart {
    let start = reader.offset
    let value = try type.init(from: &reader)
    switch value {
    case let value as any RawRepresentable:
      if let number = (value.rawValue as? any BinaryInteger).flatMap({ Int64(exactly: $0) }) {
        return .integer(number)
      }
      if let text = value.rawValue as? String { return .text(text) }
    case let value as any CustomStringConvertible: return .text(value.description)
    default: break
    }
    let bytes = BorrowedBytes(start: reader.base + start, count: reader.offset - start)
    return .bytes([UInt8](bytes))
  }

  /// Whether a value of the type is these bytes.
  func reads(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var reader = KeyReader(bytes.bytes)
      return (try? type.init(from: &reader)) != nil && reader.offset == reader.end
    }
  }

  /// What it is: `integer`, `text`, or `other` for bytes.
  var name: String {
    switch type {
    case let type as any RawRepresentable.Type: Self.name(ofRawValueOf: type)
    case is any CustomStringConvertible.Type: "\(KeyShape.Part.text)"
    default: "\(KeyShape.Part.other)"
    }
  }

  private static func name<Value: RawRepresentable>(ofRawValueOf type: Value.Type) -> String {
    switch Value.RawValue.self {
    case is any BinaryInteger.Type: "\(KeyShape.Part.integer)"
    case is String.Type: "\(KeyShape.Part.text)"
    default: "\(KeyShape.Part.other)"
    }
  }

  static func == (a: Self, b: Self) -> Bool {
    ObjectIdentifier(a.type) == ObjectIdentifier(b.type)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}
