/// The events of one kind of entity, as one closed enum.
///
/// ```swift
/// enum FeedEvent: EntityEvent {
///   case started(FeedStarted), deleted
///
///   static let types = [EventType("feed.started"), EventType("feed.deleted")]
///   var typeIndex: Int { switch self { case .started: 0; case .deleted: 1 } }
///   func encode(into writer: inout PayloadWriter) { … }
///   static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self { … }
/// }
/// ```
/// If you do not care how many bytes an event takes, conform to `CodableEntityEvent` instead.
public protocol EntityEvent: Sendable {
  /// Every type that is written, at its current version. The order is free; only names are stored,
  /// those that begin with a dot after the kind.
  static var types: [EventType] { get }

  /// How payloads of older versions and names become current ones; none by default.
  static var upcasters: [Upcaster] { get }

  /// The place of this event's type in `types`.
  var typeIndex: Int { get }

  /// Writes the payload.
  func encode(into writer: inout PayloadWriter)

  /// Reads the payload of the type at `typeIndex` of `types`.
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self
}

extension EntityEvent {
  public static var upcasters: [Upcaster] { [] }
}

/// Turns the payload of one event type into that of another when it is read.
///
/// The log keeps the old bytes for ever; nothing is rewritten. Upcasters are chained until a type
/// of `EntityEvent.types` is reached.
public struct Upcaster: Sendable {
  let from: EventType
  let to: EventType
  let transform: @Sendable (inout PayloadReader, inout PayloadWriter) throws -> Void

  /// Reads a payload of type `from` and writes one of type `to`. Must be pure.
  public init(
    from: EventType, to: EventType,
    _ transform: @escaping @Sendable (inout PayloadReader, inout PayloadWriter) throws -> Void
  ) {
    self.from = from
    self.to = to
    self.transform = transform
  }

  /// The same with the types as they are stored.
  func of(kind: String) -> Upcaster {
    Upcaster(from: from.of(kind: kind), to: to.of(kind: kind), transform)
  }
}
