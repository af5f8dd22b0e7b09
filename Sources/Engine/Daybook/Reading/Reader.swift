internal import LMDB

/// Reads the store as it is at one moment: entities, projections and log.
///
/// It lives as long as the closure that got it. The compiler refuses code that keeps it, or a
/// ``ProjectionReader`` that it gave, for longer. It cannot see a variable that the closure
/// captures: using what such a variable holds afterwards ends the process. Keep the values that the
/// reader gives.
public struct Reader: ~Copyable, ~Escapable {
  private let uncheckedLog: LogReader
  private let scope: ReadScope
  /// What the counters of the commit that is read say; nil within a transaction that is being
  /// written.
  let state: ProjectionCatalog.State?
  @usableFromInline let readers: Readers
  @inlinable var registry: TypeRegistry { readers.registry }
  var storeID: UUID { readers.storeID }

  // Depends on nothing that the compiler can see: `scope` tells when it has ended.
  @_lifetime(immortal)
  init(
    log: LogReader, scope: ReadScope, state: ProjectionCatalog.State?, readers: Readers
  ) {
    uncheckedLog = log
    self.scope = scope
    self.state = state
    self.readers = readers
  }

  /// The log as of the commit that is read; only within the closure that got the reader.
  @usableFromInline
  var log: LogReader {
    checkScope()
    return uncheckedLog
  }

  /// The names of the log. Those of a transaction that is being written may be dropped, and are not
  /// kept.
  func names() throws -> Names {
    if state != nil { return try readers.names.names(log) }
    var names = Names()
    try names.load(log.transaction, log.tables.names)
    return names
  }

  /// The views that the store remembers.
  ///
  /// - Throws: `StoreError.damaged`.
  func rememberedViews() throws -> RememberedViews {
    try readers.catalog.remembered(log.transaction, state)
  }

  /// Makes sure that the closure which got the reader has not ended.
  func checkScope() { scope.check() }

  /// The entity `id`; nil when it does not exist. O(log n).
  ///
  /// - Throws: `StoreError.notInSchema`; `schemaChanged` when another version of the app folds the
  ///   kind.
  @inlinable
  public func entity<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E? {
    let type = try registry.type(type)
    try checkOwn(type.kind)
    guard let state = try type.state(type.kind.load(log, id)), !state.isDeleted else { return nil }
    return type.isAlone(state) ? state : try seen(type, id, state)
  }

  /// What relations and merges leave of a state.
  @inlinable
  func seen<E: Entity>(_ type: EntityType<E>, _ id: UUID, _ state: E) throws -> E? {
    for link in type.links { for kind in link.kinds { try checkOwn(kind) } }
    return try type.effect(on: state, id, log).applied(to: state)
  }

  /// The entity `id`, deleted or not; nil when its events leave nothing. O(log n).
  ///
  /// - Throws: as `entity`.
  @inlinable
  package func state<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E? {
    let type = try registry.type(type)
    try checkOwn(type.kind)
    return try type.state(type.kind.load(log, id))
  }

  /// Makes sure that stored states of a kind are those of this version of the app.
  ///
  /// - Throws: `StoreError.schemaChanged`.
  @usableFromInline
  func checkOwn(_ kind: EntityKind) throws {
    guard let state else { return try readers.catalog.checkOwn(kind, log.transaction) }
    if state.hasForeignKinds { try state.check(kind.number) }
  }

  /// Whether the log holds events of the entity, deleted ones included.
  public func isKnown<E: Entity>(_ type: E.Type, _ id: UUID) throws -> Bool {
    try registry.type(type).kind.load(log, id) != nil
  }

  /// The events of an entity in order of arrival, those that were taken back included.
  ///
  /// Events of types that the schema does not know are left out, and those that were purged. O(k)
  /// for k events.
  public func events<E: Entity>(of type: E.Type, _ id: UUID) throws -> [E.Event] {
    let type = try registry.type(type)
    let log = log
    guard var position = try type.kind.load(log, id)?.record.lastPosition else { return [] }
    let oldest = try log.baseline(type.kind.entityKey(id))?.record.lastPosition ?? 0
    var events: [E.Event] = []
    while position > oldest {
      position = try log.withEvent(position) { record, payload in
        if let event = try type.decode(record.type, payload) { events.append(event) }
        return record.previous
      }
    }
    return events.reversed()
  }

  /// The rows of a projection.
  ///
  /// - Throws: `StoreError.notInSchema`; `viewKeptByOther` when its rows are those of another
  ///   version, `projectionNotReady` when they were dropped.
  @inlinable
  @_lifetime(copy self)
  public func view<P: Projection>(_ type: P.Type) throws -> ProjectionReader<P> {
    let (box, rows) = try live(ObjectIdentifier(type), named: P.name)
    // Safety: the catalog holds boxes under the types that made them.
    return ProjectionReader(unsafeDowncast(box, to: ProjectionBox<P>.self), rows: rows)
  }

  @usableFromInline
  func live(
    _ type: ObjectIdentifier, named name: @autoclosure () -> String
  ) throws -> (box: AnyObject, rows: RowReader) {
    let log = log
    let catalog = readers.catalog
    let state = try state ?? catalog.make(log.transaction)
    let (box, tables) = try catalog.live(type, named: name(), in: state)
    return (
      box,
      RowReader(
        transaction: log.transaction, tables: tables, scope: scope, trace: log.trace)
    )
  }

  /// Reads tables of rows whose projection need not be known within this read.
  func rowReader(_ tables: [Table<LexicalOrder>]) -> RowReader {
    let log = log
    return RowReader(
      transaction: log.transaction, tables: tables, scope: scope, trace: log.trace)
  }
}
