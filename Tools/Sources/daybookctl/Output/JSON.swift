import Foundation

/// Prints values as JSON with sorted keys; the shapes are in `CommandLine.md` of the guide.
enum JSON {
  /// The version of the shapes: raised when one loses a key or gives it another meaning.
  static let version = 1

  /// One object, over several lines or on one.
  static func print(_ value: some Encodable, onOneLine: Bool = false) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !onOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
    let data = try encoder.encode(Versioned(value: value))
    Terminal.text(String(decoding: data, as: UTF8.self).printableJSON)
  }
}

/// An object with the version of its shape beside its own keys.
private struct Versioned<Value: Encodable>: Encodable {
  enum Key: CodingKey { case version }

  let value: Value

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(JSON.version, forKey: .version)
  }
}

extension StoreArguments {
  /// Prints an object.
  func print(json object: some Encodable) throws {
    try JSON.print(object, onOneLine: jsonLines)
  }

  /// Prints a list with what belongs to all of it; with `--json-lines` only its rows, one a line.
  func print(
    json name: String, _ rows: [[String: JSONValue]], with more: [String: JSONValue] = [:]
  ) throws {
    if jsonLines {
      for row in rows { try JSON.print(row, onOneLine: true) }
    } else {
      try JSON.print(more.merging([name: .list(rows.map { .object($0) })]) { _, new in new })
    }
  }
}

/// An optional that is printed as `null`.
struct Nullable<Value: Encodable & Sendable>: Encodable, Sendable {
  var value: Value?

  init(_ value: Value?) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}
