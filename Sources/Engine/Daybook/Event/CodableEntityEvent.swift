/// Events whose payload is the JSON of a `Codable` value: no code to write, at a price.
///
/// Measured against a hand-written payload: about 150 times slower to write, 100 times slower to
/// read, and 2.5 times as many bytes. Fine for settings and for a first version; the payload can be
/// replaced later by a second version and an upcaster.
///
/// ```swift
/// enum Event: CodableEntityEvent {
///   case bought(name: String, amount: Int), eaten
/// }
/// ```
public protocol CodableEntityEvent: EntityEvent, Codable {
  /// The one stored type of all cases; by default the kind and `.event`, such as
  /// `groceries.item.event`.
  static var type: EventType { get }
}

extension CodableEntityEvent {
  public static var type: EventType { ".event" }

  public static var types: [EventType] { [type] }

  public var typeIndex: Int { 0 }

  public func encode(into writer: inout PayloadWriter) { writer.json(self) }

  public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    try reader.json()
  }
}

/// State whose stored form is the JSON of a `Codable` value; see `CodableEntityEvent` for the
/// price.
public protocol CodablePayload: PayloadCodable, Codable {}

extension CodablePayload {
  public func encode(into writer: inout PayloadWriter) { writer.json(self) }

  public init(from reader: inout PayloadReader) throws { self = try reader.json() }
}

extension PayloadWriter {
  /// Writes `value` as JSON with sorted keys into field 1, and into field 2 what is to be found
  /// without its type: the attachments.
  ///
  /// Numbers that JSON does not have are texts: `NaN`, `Infinity`, `-Infinity`. A value whose own
  /// `encode` throws writes nothing and is noted; see `EntityType.append`.
  fileprivate mutating func json<T: Encodable>(_ value: T) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let marks = JSONMarks()
    marks.collect(from: encoder)
    guard let data = try? encoder.encode(value) else { return isIncomplete = true }
    data.withUnsafeBytes { bytes(1, $0) }
    for mark in marks.all { mark.withUnsafeBytes { bytes(2, $0) } }
  }
}

extension PayloadReader {
  @_lifetime(self: copy self)
  fileprivate mutating func json<T: Decodable>() throws -> T {
    while let field = try next() {
      if field == 1 {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try decoder.decode(T.self, from: Data(try bytes()))
      }
    }
    throw PayloadError.missing(1)
  }
}
