internal import LMDB

extension WriteSession {
  /// Stores an entity.
  func putEntity(_ key: EntityKey, _ bytes: UnsafeRawBufferPointer) throws {
    try key.withBytes { name in try transaction!.put(tables.entities, name, bytes) }
  }

  /// Lets a projection take a change into its live rows and into those being built.
  func project<E: Entity>(
    _ index: Int, _ key: EntityKey, _ change: EntityChange<E>,
    _ update: (EntityChange<E>, inout Rows) throws -> Void
  ) throws {
    let projection = projections[index]
    if let live = projection.live { try take(change, key, into: live, projection, update) }
    if let building = projection.building, projection.hasBuilt(key) {
      try take(change, key, into: building, projection, update)
    }
  }

  /// Lets a projection take a change into the rows being built.
  func build<E: Entity>(
    _ index: Int, _ key: EntityKey, _ change: EntityChange<E>,
    _ update: (EntityChange<E>, inout Rows) throws -> Void
  ) throws {
    let projection = projections[index]
    try take(change, key, into: projection.buildingSlot, projection, update)
  }

  /// Takes a change into rows; an entity that the projection cannot take is left out of them.
  ///
  /// Rows are those of the entities that could be taken in their present state, as a build has them.
  private func take<E: Entity>(
    _ change: EntityChange<E>, _ key: EntityKey, into slot: ProjectionSlot,
    _ projection: ProjectionRuntime, _ update: (EntityChange<E>, inout Rows) throws -> Void
  ) throws {
    var old = change.old
    if heads[slot].quarantined > 0, try release(slot.owner, key) > 0 {
      heads[slot].quarantined -= 1
      old = nil
    }
    let whole = EntityChange(id: change.id, old: old, new: change.new)
    guard let failure = try attempt(whole, slot, update) else { return }
    var message = "\(failure)"
    let removal = EntityChange<E>(id: change.id, old: old, new: nil)
    if old != nil, let failure = try attempt(removal, slot, update) {
      message = "\(failure); its rows could not be taken out: rebuild \(projection.name)"
    } else if change.new != nil {
      let insertion = EntityChange<E>(id: change.id, old: nil, new: change.new)
      guard let failure = try attempt(insertion, slot, update) else { return }
      message = "\(failure)"
    }
    try putQuarantine(QuarantineKey(owner: slot.owner, entity: key, position: 0), message)
    heads[slot].quarantined += 1
  }

  /// Takes a change into rows, or undoes what it did to them and returns why.
  private func attempt<E: Entity>(
    _ change: EntityChange<E>, _ slot: ProjectionSlot,
    _ update: (EntityChange<E>, inout Rows) throws -> Void
  ) throws -> (any Error)? {
    rows.begin(slot.tables, heads[slot].digest)
    do {
      try update(change, &rows)
    } catch let error as LMDBError {
      throw error
    } catch {
      try rows.rollBack()
      return error
    }
    heads[slot].digest = rows.end()
    return nil
  }
}
