internal import Daybook

extension FieldPayload {
  /// Codes the fields under their names; those that are nil are left out.
  func encodeFields(to encoder: any Encoder, names: [Int: String]) throws {
    var coder = FieldEncoder(container: encoder.container(keyedBy: FieldName.self), names: names)
    var value = self
    try value.fields(&coder)
  }

  /// Reads fields by their names; one that is absent stays as `init()` makes it.
  init(fieldsFrom decoder: any Decoder, names: [Int: String]) throws {
    self.init()
    var coder = FieldDecoder(
      container: try decoder.container(keyedBy: FieldName.self), names: names)
    try fields(&coder)
  }
}

extension DecodingError {
  /// Something that must be there is not.
  static func missing(_ name: String, _ decoder: any Decoder) -> DecodingError {
    .keyNotFound(
      FieldName(stringValue: name),
      Context(codingPath: decoder.codingPath, debugDescription: "there is no \(name)"))
  }
}

/// The name of a field as a key.
struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private struct FieldEncoder: FieldCoder {
  var container: KeyedEncodingContainer<FieldName>
  let names: [Int: String]

  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value) throws {
    try encode(value, number)
  }

  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) throws {
    if let value { try encode(value, number) }
  }

  mutating func callAsFunction<Value: PayloadValue>(
    _ number: Int, _ values: inout [Value]
  ) throws {
    try encode(values, number)
  }

  private mutating func encode(_ value: some Sendable, _ number: Int) throws {
    let key = FieldName(stringValue: names[number] ?? "\(number)")
    guard let value = value as? any Encodable else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: container.codingPath + [key],
          debugDescription: "\(type(of: value)) is not Encodable"))
    }
    try container.encode(value, forKey: key)
  }
}

private struct FieldDecoder: FieldCoder {
  let container: KeyedDecodingContainer<FieldName>
  let names: [Int: String]

  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value) throws {
    value = try decode(number) ?? value
  }

  mutating func callAsFunction<Value: PayloadValue>(_ number: Int, _ value: inout Value?) throws {
    value = try decode(number)
  }

  mutating func callAsFunction<Value: PayloadValue>(
    _ number: Int, _ values: inout [Value]
  ) throws {
    values = try decode(number) ?? []
  }

  private func decode<Value>(_ number: Int) throws -> Value? {
    let key = FieldName(stringValue: names[number] ?? "\(number)")
    guard let type = Value.self as? any Decodable.Type else {
      throw DecodingError.typeMismatch(
        Value.self,
        DecodingError.Context(
          codingPath: container.codingPath + [key],
          debugDescription: "\(Value.self) is not Decodable"))
    }
    return try container.decodeIfPresent(type, forKey: key) as? Value
  }
}
