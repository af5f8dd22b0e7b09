import Foundation

/// Prints values as JSON with sorted keys; the shapes are in `CommandLine.md` of the guide.
public enum JSON {
  /// The version of the shapes: raised when one loses a key or gives it another meaning.
  public static let version = 1

  /// One object, over several lines or on one.
  public static func print(_ value: some Encodable, onOneLine: Bool = false) throws {
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
