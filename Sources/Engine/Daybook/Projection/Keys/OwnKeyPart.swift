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

  /// The bytes with which those values begin that somebody means by a text: by what ``read(_:)``
  /// shows, or by the name of a case; nil for none.
  func prefix(_ text: String) -> [UInt8]? {
    let bytes: [UInt8]? =
      switch type {
      case let type as any RawRepresentable.Type: Self.value(text, of: type)?.keyBytes
      case let type as any LosslessStringConvertible.Type:
        type.init(text).flatMap { ($0 as? any OrderedKey)?.keyBytes }
      default: nil
      }
    // What is stored as its text stands for all that begin with it.
    return bytes == text.keyBytes ? KeyShape.beginning(of: text) : bytes
  }

  private static func value<Value: RawRepresentable>(
    _ text: String, of type: Value.Type
  ) -> (any OrderedKey)? {
    let raw: Value.RawValue? =
      switch Value.RawValue.self {
      case let type as any BinaryInteger.Type: number(text, type) as? Value.RawValue
      default: text as? Value.RawValue
      }
    if let value = raw.flatMap({ Value(rawValue: $0) }) { return value as? any OrderedKey }
    guard let type = type as? any CaseIterable.Type else { return nil }
    return named(text, in: type) as? any OrderedKey
  }

  private static func number<Number: BinaryInteger>(_ text: String, _ type: Number.Type) -> Any? {
    guard let whole = Int64(text), let number = Number(exactly: whole) else { return nil }
    return number
  }

  private static func named<Cases: CaseIterable>(_ name: String, in type: Cases.Type) -> Any? {
    guard let found = type.allCases.first(where: { "\($0)" == name }) else { return nil }
    return found
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
