internal import Daybook

/// What the bytes of a field stand for.
indirect enum FieldForm: Hashable, Sendable {
  case integer, unsigned, flag, real, date, id, text, blob, time
  /// Fields of its own.
  case payload(PayloadShape)
  /// As many as there are.
  case list(FieldForm)
  /// Only the wire type is known.
  case unknown

  /// How deep payloads within payloads are looked into: a part may have parts of its own type.
  private static let depth = 4

  /// The form of the values of a Swift type.
  init(of type: Any.Type, at depth: Int = 0) {
    switch type {
    case is String.Type: self = .text
    case is Bool.Type: self = .flag
    case is Double.Type: self = .real
    case is Date.Type: self = .date
    case is UUID.Type, is any EntityIdentifier.Type: self = .id
    case is Data.Type: self = .blob
    case is HybridTime.Type: self = .time
    case is any SignedInteger.Type: self = .integer
    case is any UnsignedInteger.Type: self = .unsigned
    case let type as any OptionalType.Type: self = FieldForm(of: type.wrapped, at: depth)
    case let type as any ListType.Type: self = .list(FieldForm(of: type.element, at: depth))
    case let type as any PayloadCodable.Type:
      self = depth < Self.depth ? .payload(PayloadShape(of: type, at: depth + 1)) : .unknown
    case let type as any RawRepresentable.Type: self = FieldForm(of: Self.raw(type), at: depth)
    default: self = .unknown
    }
  }

  private static func raw<Value: RawRepresentable>(_ type: Value.Type) -> Any.Type {
    Value.RawValue.self
  }

  /// How a column of such values is declared.
  var declaration: String {
    switch self {
    case .integer, .unsigned, .flag: "INTEGER"
    case .real: "REAL"
    // Tools such as DuckDB take the column for times then; to SQLite the values are texts.
    case .date, .time: "DATETIME"
    case .blob: "BLOB"
    case .id, .text, .payload, .list, .unknown: "TEXT"
    }
  }
}

/// An optional, whatever is in it.
private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
}

/// An array, whatever is in it.
private protocol ListType {
  static var element: Any.Type { get }
}

extension Array: ListType {
  static var element: Any.Type { Element.self }
}
