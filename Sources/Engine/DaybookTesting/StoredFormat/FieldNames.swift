internal import Daybook

/// The names of the fields in payloads: their numbers, and the keys of JSON in the `Codable` tier.
enum FieldNames {
  /// The fields that occur in any of the payloads, in order.
  static func names(in payloads: [[UInt8]]) -> [String] {
    var numbers: Set<Int> = []
    var keys: Set<String> = []
    for payload in payloads {
      payload.withUnsafeBytes { bytes in
        var reader = PayloadReader(bytes.bytes)
        while let field = try? reader.next() { numbers.insert(field) }
      }
      collectKeys(of: payload, into: &keys)
    }
    return numbers.sorted().map(String.init) + keys.sorted()
  }

  /// The paths of the keys, when field 1 holds JSON.
  private static func collectKeys(of payload: [UInt8], into keys: inout Set<String>) {
    let json: [UInt8]? = payload.withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes.bytes)
      guard (try? reader.next()) == 1 else { return nil }
      return try? reader.bytes()
    }
    guard let json, json.first == UInt8(ascii: "{"),
      let found = try? JSONDecoder().decode(JSONKeys.self, from: Data(json))
    else { return }
    keys.formUnion(found.paths)
  }
}

/// The paths of the keys in a piece of JSON, whatever it holds.
private struct JSONKeys: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private(set) var paths: Set<String> = []

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      for key in object.allKeys {
        paths.insert(key.stringValue)
        let inner = try object.decode(JSONKeys.self, forKey: key).paths
        paths.formUnion(inner.map { "\(key.stringValue).\($0)" })
      }
    } else if var array = try? decoder.unkeyedContainer() {
      while !array.isAtEnd { paths.formUnion(try array.decode(JSONKeys.self).paths) }
    }
  }
}
