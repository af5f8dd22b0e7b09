#if Tools
  import Foundation

  /// Prints values as JSON with sorted keys.
  enum JSON {
    static func print<T: Encodable>(_ value: T) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      Terminal.text(String(decoding: try encoder.encode(value), as: UTF8.self).printableJSON)
    }

    /// One value on one line, at once.
    static func printLine<T: Encodable>(_ value: T) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      Terminal.text(String(decoding: try encoder.encode(value), as: UTF8.self).printableJSON)
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
#endif
