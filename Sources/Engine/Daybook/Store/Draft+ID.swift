extension Draft {
  /// Adds an event about an entity, whose kind its identifier tells, so that the event can begin
  /// with a dot.
  ///
  /// - Throws: as with its type and its `UUID`.
  @inlinable
  public mutating func append<E: Entity>(_ event: E.Event, to id: ID<E>) throws {
    try append(event, to: E.self, id.rawValue)
  }

  /// An entity as this transaction leaves it so far; nil when it does not exist.
  @inlinable
  public func entity<E: Entity>(_ id: ID<E>) throws -> E? { try entity(E.self, id.rawValue) }
}
