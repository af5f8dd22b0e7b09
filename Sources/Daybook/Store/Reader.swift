internal import LMDB

/// A consistent view of the store: entities, projections and log at one moment.
///
/// It lives as long as the closure that got it and is not to be kept.
public struct Reader: ~Copyable {
  @usableFromInline let log: LogReader
  private let catalog: ProjectionCatalog
  /// What the snapshot's heads say; nil within a transaction that is being written.
  private let snapshot: ProjectionCatalog.Snapshot?
  @usableFromInline let registry: TypeRegistry
  let storeID: UUID

  init(
    log: LogReader, catalog: ProjectionCatalog, snapshot: ProjectionCatalog.Snapshot? = nil,
    registry: TypeRegistry, storeID: UUID
  ) {
    self.log = log
    self.storeID = storeID
    self.catalog = catalog
    self.snapshot = snapshot
    self.registry = registry
  }

  /// The entity `id`; nil when it does not exist. O(log n).
  @inlinable
  public func entity<E: Entity>(_ type: E.Type, _ id: UUID) throws -> E? {
    let type = try registry.type(type)
    guard let state = try type.state(type.kind.load(log, id)), !state.isDeleted else { return nil }
    return state
  }

  /// Whether the log holds events of the entity, deleted ones included.
  public func isKnown<E: Entity>(_ type: E.Type, _ id: UUID) throws -> Bool {
    try registry.type(type).kind.load(log, id) != nil
  }

  /// The events of an entity in order of arrival, those that were taken back included.
  ///
  /// Events of types that the schema does not know are left out, and those that were purged. O(k) for
  /// k events.
  public func events<E: Entity>(of type: E.Type, _ id: UUID) throws -> [E.Event] {
    let type = try registry.type(type)
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
  /// - Throws: `StoreError.notInSchema`, or `projectionNotReady` before its first build has ended.
  @inlinable
  public func view<P: Projection>(_ type: P.Type) throws -> ProjectionReader<P> {
    let (box, rows) = try live(ObjectIdentifier(type), named: P.name)
    // The catalog holds boxes under the types that made them.
    return ProjectionReader(unsafeDowncast(box, to: ProjectionBox<P>.self), rows: rows)
  }

  @usableFromInline
  func live(
    _ type: ObjectIdentifier, named name: @autoclosure () -> String
  ) throws -> (box: AnyObject, rows: RowReader) {
    let snapshot = try snapshot ?? catalog.make(log.transaction)
    let (box, tables) = try catalog.live(type, named: name(), in: snapshot)
    return (box, RowReader(transaction: log.transaction, tables: tables, trace: log.trace))
  }
}
