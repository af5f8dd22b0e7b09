import Foundation

/// A value of JSON.
enum JSONValue: Encodable, Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Int?) { self = number.map { .int($0) } ?? .null }
  init(_ number: Int64) { self = .int(Int(number)) }
  init(_ number: UInt64) { self = .int(Int(clamping: number)) }
  init(_ flag: Bool?) { self = flag.map { .bool($0) } ?? .null }
  init(_ id: UUID?) { self.init(id?.uuidString) }
  init(_ texts: [String]) { self = .list(texts.map { .text($0) }) }
  /// Null also for what is not finite, which JSON cannot say.
  init(_ number: Double?) {
    self = number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension [String: JSONValue] {
  /// With a time under `name`, and as `nameExact` too when it has a fraction of a second.
  func with(_ name: String, _ date: Date?) -> [String: JSONValue] {
    merging(Self.time(name, date)) { _, new in new }
  }

  /// A time under `name`: whole seconds in UTC, as `fromdate` of jq reads it; and when it has a
  /// fraction, under `nameExact` with microseconds.
  static func time(_ name: String, _ date: Date?) -> [String: JSONValue] {
    guard let date else { return [name: .null] }
    guard Instant.hasFraction(date) else { return [name: .text(Instant.seconds(date))] }
    return [name: .text(Instant.seconds(date)), name + "Exact": .text(Instant.exact(date))]
  }
}
