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
    let makeKind: @Sendable () -> EntityKind

    @usableFromInline
    init(id: ObjectIdentifier, makeKind: @escaping @Sendable () -> EntityKind) {
      self.id = id
      self.makeKind = makeKind
    }
  }

  @usableFromInline var entities: [Item] = []
  private(set) var projections: [any Projection] = []

  /// A schema that knows nothing.
  public init() {}

  /// Adds a kind of entity.
  @inlinable
  public func entity<E: Entity>(_ type: E.Type) -> Schema {
    var schema = self
    schema.entities.append(Item(id: ObjectIdentifier(type)) { EntityType<E>.makeKind() })
    return schema
  }

  /// Adds a projection; its entities must be in the schema too.
  public func projection(_ projection: any Projection) -> Schema {
    var schema = self
    schema.projections.append(projection)
    return schema
  }
}
