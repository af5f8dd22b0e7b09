/// A table that reads its rows.
protocol ReadableTable {
  /// The type of its keys.
  var keyType: any OrderedKey.Type { get }

  /// - Throws: `PayloadError`, or what the type throws, for bytes of another.
  func decodeKey(_ bytes: [UInt8]) throws -> any OrderedKey

  /// - Throws: `PayloadError`, or what the type throws, for bytes of another.
  func decodeRow(_ bytes: [UInt8]) throws -> any PayloadCodable
}

extension ViewTable: ReadableTable {
  var keyType: any OrderedKey.Type { Key.self }

  func decodeKey(_ bytes: [UInt8]) throws -> any OrderedKey {
    try bytes.withUnsafeBytes { bytes in
      var reader = KeyReader(bytes.bytes)
      return try Key(from: &reader)
    }
  }

  func decodeRow(_ bytes: [UInt8]) throws -> any PayloadCodable {
    try bytes.withUnsafeBytes { bytes in
      var reader = PayloadReader(bytes.bytes)
      return try Row(from: &reader)
    }
  }
}
