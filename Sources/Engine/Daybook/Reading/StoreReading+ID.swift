extension StoreReading where Self: ~Copyable & ~Escapable {
  /// An entity; nil when it does not exist.
  ///
  /// - Throws: as with its type and its `UUID`.
  @inlinable
  public func entity<E: Entity>(_ id: ID<E>) throws -> E? { try entity(E.self, id.rawValue) }
}
