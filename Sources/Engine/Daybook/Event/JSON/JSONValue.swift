/// A JSON value as a tree, for upcasters of the Codable tier.
///
/// ```swift
/// Upcaster.json(from: ".event", to: EventType(".event", version: 2)) { event in
///   event["bought"]?.rename("title", to: "name")
///   event["bought"]?["amount"] = 1
/// }
/// ```
/// Reading a value and writing it again changes nothing: numbers keep their text, so whole numbers
/// beyond 2^53 and decimal fractions stay what they are.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as it is written.
  case number(Number)
  /// A text.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Values by their names, whose order means nothing.
  case object([String: JSONValue])
}

extension JSONValue {
  /// The value of a name; nil when there is none, or when this is not an object.
  ///
  /// Setting it stores the value; setting nil removes the name. On anything but an object it does
  /// nothing, so the line `event["bought"]?["amount"] = 1` affects only events with that name. For
  /// a JSON null set `.null`.
  public subscript(name: String) -> JSONValue? {
    get {
      guard case .object(let values) = self else { return nil }
      return values[name]
    }
    set {
      guard case .object(var values) = self else { return }
      self = .null  // or the values would be copied
      values[name] = newValue
      self = .object(values)
    }
  }

  /// Gives a value another name; does nothing when there is none of the old name.
  ///
  /// A value that had the new name is replaced.
  public mutating func rename(_ old: String, to new: String) {
    guard let value = self[old] else { return }
    self[old] = nil
    self[new] = value
  }

  /// The text; nil for anything else.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The truth value; nil for anything else.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The whole number, exactly; nil for anything else, such as a number with a fraction.
  public var int: Int64? { if case .number(let number) = self { number.int } else { nil } }

  /// The nearest floating-point number; nil for anything but a number, and for a number that is too
  /// great.
  public var double: Double? { if case .number(let number) = self { number.double } else { nil } }

  /// The values in their order; nil for anything but an array.
  public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

  /// The values by their names; nil for anything but an object.
  public var object: [String: JSONValue]? {
    if case .object(let values) = self { values } else { nil }
  }
}

extension JSONValue {
  /// A whole number.
  public init(_ value: Int64) { self = .number(Number(value)) }

  /// A floating-point number; what JSON has no number for is a text, as the Codable tier stores it:
  /// `NaN`, `Infinity`, `-Infinity`.
  public init(_ value: Double) {
    if let number = Number(value) {
      self = .number(number)
    } else {
      self = .string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self.init(value) }
  public init(floatLiteral value: Double) { self.init(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
