/// A transaction while it is written: collects events, reads what they will lead to.
///
/// Nothing is stored before the closure that got it returns; a closure that throws leaves no trace.
public struct Draft: ~Copyable {
  @usableFromInline let session: WriteSession
  @usableFromInline let registry: TypeRegistry
  private let catalog: ProjectionCatalog
  private let storeID: UUID

  init(
    session: WriteSession, registry: TypeRegistry, catalog: ProjectionCatalog, storeID: UUID
  ) {
    self.storeID = storeID
    self.catalog = catalog
    self.session = session
    self.registry = registry
  }

  /// Adds an event about the entity `id`.
  ///
  /// - Throws: `StoreError.notInSchema`, or what the entity's fold throws.
  @inlinable
  public mutating func append<Event: EntityEvent>(_ event: Event, to id: UUID) throws {
    try registry.type(Event.Subject.self).append(session, event, id: id)
  }

  /// The entity `id` as this transaction leaves it so far; nil when it does not exist.
  @inlinable
  public func entity<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E? {
    try registry.type(type).current(session, id: id)
  }

  /// A reader of the store as it was before this transaction.
  ///
  /// It cannot be kept while something is appended: ask for it again.
  public var before: Reader {
    @_lifetime(borrow self)
    get {
      Reader(
        log: session.reader, scope: session.scope, catalog: catalog, registry: registry,
        storeID: storeID)
    }
  }

  /// Takes a transaction back: its events are left out of every fold from now on.
  ///
  /// Taking back a taking-back is redo. The history keeps all of it.
  ///
  /// - Throws: `StoreError.noSuchTransaction`.
  public mutating func retract(transaction number: UInt64) throws { try session.retract(number) }
}
