extension PastReader {
  /// The entities of a kind that existed at that time, as they were, in order of their ids.
  ///
  /// O(n) for n entities. Entities that have changed since cost O(k log k) for their k events.
  ///
  /// - Parameters:
  ///   - type: the entity.
  ///   - last: leaves out the entities up to this id, for the next page.
  ///   - limit: how many at most.
  /// - Throws: as `Reader.entities(of:after:limit:)`.
  public func entities<E: Entity>(
    of type: E.Type, after last: ID<E>? = nil, limit: Int = .max
  ) throws -> [Stamped<E>] {
    var found: [Stamped<E>] = []
    if limit <= 0 { return found }
    let type = try reader.registry.type(type)
    try reader.checkOwn(type.kind)
    let log = scope.reader
    try reader.forEachStored(type.kind, after: last?.rawValue) { id, stored in
      guard let entity = try entity(type, log, id, stored) else { return true }
      found.append(entity)
      return found.count < limit
    }
    return found
  }

  private func entity<E: Entity>(
    _ type: EntityType<E>, _ log: LogReader, _ id: UUID, _ stored: StoredEntity
  ) throws -> Stamped<E>? {
    if scope.isPast(type.kind.entityKey(id), stored) { return try type.past(log, id) }
    return try type.version(id, stored, log)
  }
}
