internal import Daybook

extension FieldPayload {
  /// Codes the fields under their names; those that are nil are left out.
  func encodeFields(to encoder: any Encoder, names: [Int: String]) throws {
    var coder = FieldEncoder(container: encoder.container(keyedBy: FieldName.self), names: names)
    var value = self
    try value.fields(&coder)
  }

  /// Reads fields by their names; one that is absent stays as `init()` makes it.
  ///
  /// - Throws: `DecodingError`, also when one of the `required` fields is absent.
  init(fieldsFrom decoder: any Decoder, names: [Int: String], requiring required: [Int] = []) throws
  {
    self.init()
    let container = try decoder.container(keyedBy: FieldName.self)
    var coder = FieldDecoder(container: container, names: names)
    try fields(&coder)
    for key in required.map({ coder.key($0) })
    where try !container.contains(key) || container.decodeNil(forKey: key) {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "there is no \(key.stringValue)"))
    }
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

  func key(_ number: Int) -> FieldName { FieldName(stringValue: names[number] ?? "\(number)") }

  private func decode<Value>(_ number: Int) throws -> Value? {
    let key = key(number)
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
