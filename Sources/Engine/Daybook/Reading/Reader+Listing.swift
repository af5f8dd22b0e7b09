extension Reader {
  /// The entities of a kind, in order of their ids.
  ///
  /// Ids that `UUID.timeOrdered` makes are in the order of their creation, to the millisecond. For
  /// another order, or for some of the entities, keep an `Index`. O(log n) to start, then O(1) an
  /// entity, deleted ones included.
  ///
  /// - Parameters:
  ///   - type: the entity.
  ///   - last: leaves out the entities up to this id, for the next page.
  ///   - limit: how many at most.
  /// - Throws: `StoreError.notInSchema`; `schemaChanged` when another version of the app folds the
  ///   kind.
  @inlinable
  public func entities<E: Entity>(
    of type: E.Type, after last: ID<E>? = nil, limit: Int = .max
  ) throws -> [Stamped<E>] {
    var found: [Stamped<E>] = []
    if limit <= 0 { return found }
    try forEachEntity(of: type, after: last) { entity in
      found.append(entity)
      return found.count < limit
    }
    return found
  }

  /// Calls `body` with the entities of a kind, in order of their ids, until it says false.
  ///
  /// Cost and errors as `entities(of:after:limit:)`, and what `body` throws.
  @inlinable
  public func forEachEntity<E: Entity>(
    of type: E.Type, after last: ID<E>? = nil, _ body: (Stamped<E>) throws -> Bool
  ) throws {
    let type = try registry.type(type)
    try checkOwn(type.kind)
    for link in type.links { for kind in link.kinds { try checkOwn(kind) } }
    var log = log
    let standings = Standings()
    log.standings = standings
    defer { extendLifetime(standings) }
    try forEachStored(type.kind, after: last?.rawValue) { id, stored in
      try type.version(id, stored, log).map(body) ?? true
    }
  }

  /// The first ids of a kind's entities after one, through another.
  ///
  /// O(log n) to start, then O(1) an entity of that range, deleted ones included; those behind it
  /// cost nothing, however many of them are deleted.
  ///
  /// - Parameter isMeant: whether to look at an entity at all; no state is decoded of others.
  package func ids<E: Entity>(
    of type: E.Type, after first: UUID?, through last: UUID, limit: Int,
    where isMeant: (UUID) -> Bool = { _ in true }
  ) throws -> [UUID] {
    let type = try registry.type(type)
    try checkOwn(type.kind)
    for link in type.links { for kind in link.kinds { try checkOwn(kind) } }
    var found: [UUID] = []
    if limit <= 0 { return found }
    var log = log
    let standings = Standings()
    log.standings = standings
    defer { extendLifetime(standings) }
    let end = last.keyBytes
    try forEachStored(type.kind, after: first) { id, stored in
      if end.lexicographicallyPrecedes(id.keyBytes) { return false }
      guard isMeant(id) else { return true }
      if let state = try type.state(stored), !state.isDeleted,
        try type.isAlone(state) || type.effect(on: state, id, log).applied(to: state) != nil
      {
        found.append(id)
      }
      return found.count < limit
    }
    return found
  }

  /// Calls `body` with what is stored of each entity of a kind until it says false.
  @usableFromInline
  func forEachStored(
    _ kind: EntityKind, after last: UUID?, _ body: (UUID, StoredEntity) throws -> Bool
  ) throws { try forEachStored(kind.number, after: last, body) }

  /// The same by the number of the kind, which the schema need not know.
  func forEachStored(
    _ kind: UInt32, after last: UUID?, _ body: (UUID, StoredEntity) throws -> Bool
  ) throws {
    let log = log
    let table = log.tables.entities
    var range = KeyRange()
    range.begin(with: withUnsafeBytes(of: kind.bigEndian) { [UInt8]($0) })
    if let last { range.start(after: last.keyBytes) }
    var end: [UInt8]?
    defer { log.trace?.noteRange(table, range, reversed: false, upTo: end) }
    if range.isEmpty { return }
    try log.transaction.scan(table, range, reversed: false) { name, bytes in
      guard let key = EntityKey(name), let record = EntityRecord(bytes) else {
        throw log.transaction.damaged(table, name)
      }
      let stored = StoredEntity(record: record, bytes: EntityRecord.state(of: bytes))
      if try body(key.id, stored) { return true }
      end = [UInt8](name)
      return false
    }
  }
}
