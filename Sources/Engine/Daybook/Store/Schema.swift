/// The entities and projections that an app knows.
///
/// ```swift
/// let schema = Schema()
///   .entity(FeedSession.self)
///   .projection(HistoryByDay(boundary: boundary))
/// ```
/// What a store holds beyond its schema is kept, listed and relayed, and folded once it is known.
public struct Schema: Sendable {
  @usableFromInline struct Item: Sendable {
    let id: ObjectIdentifier
    let entity: any Entity.Type
    /// The name of the Swift type, for errors.
    let type: String
    let kind: String
    /// The Swift type of the events, and its name.
    let eventType: ObjectIdentifier
    let eventTypeName: String
    let events: [EventType]
    let upcasters: [Upcaster]
    /// What is wrong with the fields of the state; nil when nothing is.
    let problem: String?
    let makeKind: @Sendable (KindNumbers) -> WrittenKind

    @usableFromInline
    init(
      _ entity: any Entity.Type, kind: String,
      eventType: any EntityEvent.Type, events: [EventType], upcasters: [Upcaster], problem: String?,
      makeKind: @escaping @Sendable (KindNumbers) -> WrittenKind
    ) {
      id = ObjectIdentifier(entity)
      self.entity = entity
      type = TypeShape.name(of: entity, withModule: true)
      self.kind = kind
      self.eventType = ObjectIdentifier(eventType)
      eventTypeName = TypeShape.name(of: eventType, withModule: true)
      self.events = events.map { $0.of(kind: kind) }
      self.upcasters = upcasters.map { $0.of(kind: kind) }
      self.problem = problem
      self.makeKind = makeKind
    }
  }

  @usableFromInline var entities: [Item] = []
  package private(set) var projections: [any Projection] = []
  /// The types of its entities, in the order in which they were added.
  package var entityTypes: [any Entity.Type] { entities.map(\.entity) }
  /// The version that goes into each transaction written with this schema.
  public let version: Int

  /// A schema that knows nothing.
  ///
  /// - Parameter version: goes into each transaction (`History.Transaction.schemaVersion`); raise
  ///   it when events or their fields are added. A purge leaves alone what a newer version wrote,
  ///   because it cannot know what it would lose.
  public init(version: Int = 0) {
    precondition(version >= 0, "the version of a schema is \(version); it counts from 0")
    self.version = version
  }

  /// Adds a kind of entity.
  @inlinable
  public func entity<E: Entity>(_ type: E.Type) -> Schema {
    var schema = self
    schema.entities.append(
      Item(
        type, kind: E.kind, eventType: E.Event.self,
        events: E.Event.types, upcasters: E.Event.upcasters,
        problem: (type as? any FieldPayload.Type).flatMap { FieldCheck.problem(of: $0) }
      ) { WrittenType<E>.makeKind($0) })
    return schema
  }

  /// Adds a projection; its entities must be in the schema too.
  public func projection(_ projection: any Projection) -> Schema {
    var schema = self
    schema.projections.append(projection)
    return schema
  }
}
