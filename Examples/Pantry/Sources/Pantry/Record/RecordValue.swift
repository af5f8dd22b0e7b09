internal import DaybookMacros

/// What a field of a record holds.
enum RecordValue {
  /// A value; null for none.
  case json(JSONValue)
  /// Another record, which may be gone.
  case record(UUID)

  static func text(_ text: String?) -> RecordValue {
    .json(text.map { JSONValue.string($0) } ?? .null)
  }

  static func flag(_ flag: Bool) -> RecordValue { .json(.bool(flag)) }

  static func number(_ number: Int?) -> RecordValue {
    .json(number.map { JSONValue(Int64($0)) } ?? .null)
  }

  static func number(_ number: Double?) -> RecordValue {
    .json(number.flatMap { $0.isFinite ? JSONValue($0) : nil } ?? .null)
  }

  static func reference<E: Entity>(_ id: ID<E>?) -> RecordValue {
    id.map { RecordValue.record($0.rawValue) } ?? .json(.null)
  }

  /// The value where these things exist; nil for none, and for what refers to another.
  func json(among things: Set<UUID>) -> JSONValue? {
    switch self {
    case .json(let value): value == .null ? nil : value
    case .record(let id): things.contains(id) ? .string(id.uuidString) : nil
    }
  }
}
