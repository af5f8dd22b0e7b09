/// A transaction while it is written: collects events, reads what they will lead to.
///
/// Nothing is stored before the closure that got it returns; a closure that throws leaves no trace.
public struct Draft: ~Copyable {
  @usableFromInline let session: WriteSession
  @usableFromInline let registry: TypeRegistry
  private let catalog: ProjectionCatalog
  private let storeID: UUID
  private let append: Append
  private let process: String?
  private let wall: Date

  init(
    session: WriteSession, registry: TypeRegistry, catalog: ProjectionCatalog, storeID: UUID,
    append: Append, process: String?, wall: Date
  ) {
    self.storeID = storeID
    self.catalog = catalog
    self.session = session
    self.registry = registry
    self.append = append
    self.process = process
    self.wall = wall
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
    let type = try registry.type(type)
    // Its fold begins anew, with events that may be older than those of the draft.
    if type.kind.hasMarked { try show() }
    return try type.current(session, id: id)
  }

  /// The rows of a projection as this transaction leaves them so far.
  ///
  /// They are what `EventStore.read` shows once the transaction is committed. It cannot be kept while
  /// something is appended: ask for it again. Cost as `now`.
  ///
  /// - Throws: as `Reader.view`.
  @_lifetime(borrow self)
  public func view<P: Projection>(_ type: P.Type) throws -> ProjectionReader<P> {
    try now().view(type)
  }

  /// A reader of the store as this transaction leaves it so far: entities, projections and history.
  ///
  /// Asked for before the first event, it shows the store as it was. Events that were appended since it
  /// was asked for last are taken into the rows first, which costs what it would cost at the end; a
  /// closure that throws after that makes its neighbours in the same commit run again.
  @_lifetime(borrow self)
  public func now() throws -> Reader {
    try show()
    return Reader(
      log: session.reader, scope: session.scope, catalog: catalog, registry: registry,
      storeID: storeID)
  }

  /// Takes a transaction back: its events are left out of every fold from now on.
  ///
  /// Taking back a taking-back is redo. The history keeps all of it.
  ///
  /// - Throws: `StoreError.noSuchTransaction`.
  public mutating func retract(transaction number: UInt64) throws { try session.retract(number) }

  /// Stores what there is so far, for those who read the transaction.
  @usableFromInline
  func show() throws {
    try session.showDraft(
      author: append.author, context: append.context, process: process, wall: wall)
  }
}
