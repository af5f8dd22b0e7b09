import Daybook

/// Values of a program as their properties.
enum Reflection {
  /// Each property that has a value, such as `name Milk, list home`.
  static func text(_ value: Any) -> String { words.text(value) }

  /// Each property, also those that have no value.
  static func fields(_ value: Any) -> [ShownField] {
    properties(value).map {
      ShownField(name: $0.name, text: word($0.value), json: [$0.name: json(of: $0.value)])
    }
  }

  /// The properties by name.
  static func json(_ value: Any) -> [String: JSON.Value] {
    Dictionary(properties(value).map { ($0.name, json(of: $0.value)) }) { first, _ in first }
  }

  /// A case of an enumeration and the values that it has, such as `added` and `name Milk`.
  static func event(_ value: Any) -> (name: String, values: String) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let payload = mirror.children.first else {
      return ("\(value)", "")
    }
    let values = Mirror(reflecting: payload.value)
    let isNamed = values.displayStyle == .tuple || values.displayStyle == .struct
    return (payload.label ?? "\(value)", isNamed ? text(payload.value) : word(payload.value) ?? "")
  }

  /// A value in words; nil for none.
  static func word(_ value: Any) -> String? { words.word(value) }

  private static func properties(_ value: Any) -> [(name: String, value: Any)] {
    PropertyWords.properties(value)
  }

  private static let words = PropertyWords(
    id: { IDPrefix.shortest($0) }, date: { Instant.seconds($0) })

  static func json(of value: Any) -> JSON.Value {
    switch value {
    case let text as String: return .text(text)
    case let flag as Bool: return .bool(flag)
    case let number as Double: return JSON.Value(number)
    case let number as any BinaryInteger: return .int(Int(clamping: number))
    case let date as Date: return .text(Instant.exact(date))
    case let id as UUID: return JSON.Value(id)
    case let id as any EntityIdentifier: return JSON.Value(id.rawValue)
    // An empty array of anything is one of bytes, too, for a cast.
    case let bytes as [UInt8] where type(of: value) == [UInt8].self:
      return .text(Data(bytes).base64EncodedString())
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { json(of: $0.value) } ?? .null
    case .collection: return .list(mirror.children.map { json(of: $0.value) })
    case .struct, .tuple: return mirror.children.isEmpty ? .text("\(value)") : .object(json(value))
    default: return .text("\(value)")
    }
  }
}
