public import Foundation

extension JSON {
  /// A value of JSON to print, which Foundation's encoder indents.
  ///
  /// Not the engine's `JSONValue`, which reads stored payloads: it keeps the text of each number,
  /// is written on one line, and is not made from what commands have to show.
  public enum Value: Encodable, Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case number(Double)
    case text(String)
    case list([JSON.Value])
    case object([String: JSON.Value])

    public init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    public init(_ number: Int?) { self = number.map { .int($0) } ?? .null }
    public init(_ number: Int64) { self = .int(Int(number)) }
    public init(_ number: UInt64) { self = .int(Int(clamping: number)) }
    public init(_ flag: Bool?) { self = flag.map { .bool($0) } ?? .null }
    public init(_ id: UUID?) { self.init(id?.uuidString) }
    public init(_ texts: [String]) { self = .list(texts.map { .text($0) }) }
    /// Null also for what is not finite, which JSON cannot say.
    public init(_ number: Double?) {
      self = number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
    }

    public func encode(to encoder: any Encoder) throws {
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
}

extension JSON.Value: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(arrayLiteral elements: JSON.Value...) { self = .list(elements) }
  public init(dictionaryLiteral elements: (String, JSON.Value)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension [String: JSON.Value] {
  /// With a time under `name`, and as `nameExact` too when it has a fraction of a second.
  public func with(_ name: String, _ date: Date?) -> [String: JSON.Value] {
    merging(Self.time(name, date)) { _, new in new }
  }

  /// A time under `name`: whole seconds in UTC, as `fromdate` of jq reads it; and when it has a
  /// fraction, under `nameExact` with microseconds. Null for one of no year from 1 to 9999.
  public static func time(_ name: String, _ date: Date?) -> [String: JSON.Value] {
    guard let date, Instant.hasYear(date) else { return [name: .null] }
    guard Instant.hasFraction(date) else { return [name: .text(Instant.seconds(date))] }
    return [name: .text(Instant.seconds(date)), name + "Exact": .text(Instant.exact(date))]
  }
}
