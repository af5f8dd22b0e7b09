/// Handing stored entities to projections that are built, or that left them out.
extension WrittenType {
  @inlinable
  func build(_ scope: inout WriteScope, _ id: UUID, _ stored: StoredEntity) throws {
    guard isBuilding(&scope) else { return }
    if !type.links.isEmpty { return try buildRelated(&scope, id, stored) }
    if scope.isPast(type.kind.entityKey(id), stored) {
      return try build(&scope, id, type.past(scope.reader, id))
    }
    var box = try boxed(stored)
    if let box, !type.isAlone(box.state) { return try buildRelated(&scope, id, stored) }
    try build(&scope, id, type.version(box, stored.record, type.kind.entityKey(id)))
    touched.boxes.recycle(&box)
  }

  @inlinable
  func build(_ scope: inout WriteScope, _ id: UUID, _ version: Stamped<E>?) throws {
    guard let version else { return }
    let change = EntityChange(id: ID(id), old: nil, new: version)
    let key = type.kind.entityKey(id)
    for index in touched.subscribers.indices
    where scope.isBuilding(touched.subscribers[index].projection) {
      try scope.build(
        touched.subscribers[index].projection, key, change, touched.subscribers[index].update)
    }
  }

  /// Whether a projection that follows the kind takes in the stored entities now.
  @inlinable
  func isBuilding(_ scope: inout WriteScope) -> Bool {
    for index in touched.subscribers.indices
    where scope.isBuilding(touched.subscribers[index].projection) {
      return true
    }
    return false
  }

  @usableFromInline
  func reproject(_ scope: inout WriteScope, projection: Int, id: UUID) throws {
    let change = EntityChange(id: ID(id), old: nil, new: try stored(&scope, id))
    let effects = RelationEffects(try effect(on: change.new, scope.reader))
    for subscriber in touched.subscribers where subscriber.projection == projection {
      let part = subscriber.part(of: change, effects)
      try scope.project(projection, type.kind.entityKey(id), part.change, part.update)
    }
  }

  /// A projection whose rows are a function of what they are made of has the same rows afterwards,
  /// and so the same digest.
  @usableFromInline
  func checkRows(_ scope: inout WriteScope, _ id: UUID) throws -> Int? {
    let key = type.kind.entityKey(id)
    guard let version = try stored(&scope, id) else { return nil }
    let effects = RelationEffects(try effect(on: version, scope.reader))
    for subscriber in touched.subscribers {
      guard let slot = try scope.checkedSlot(subscriber.projection, key) else { continue }
      let before = scope.digest(slot)
      let removal = subscriber.part(
        of: EntityChange<E>(id: ID(id), old: version, new: nil), effects)
      let insertion = subscriber.part(
        of: EntityChange<E>(id: ID(id), old: nil, new: version), effects)
      if try scope.attempt(removal.change, slot, removal.update) == nil,
        try scope.attempt(insertion.change, slot, insertion.update) == nil,
        scope.digest(slot) == before
      {
        continue
      }
      return subscriber.projection
    }
    return nil
  }

  @inlinable
  func catchUp(
    _ scope: inout WriteScope, _ projection: Int, _ slot: ProjectionSlot, _ id: UUID,
    from then: LogReader, to now: LogReader
  ) throws -> Bool {
    let key = type.kind.entityKey(id)
    let old = try type.folded(then, id)
    let new = scope.isNewest(now) ? try storedState(&scope, id) : try type.folded(now, id)
    let change = EntityChange(
      id: ID(id), old: old.flatMap { type.version($0.box, $0.record, key) },
      new: new.flatMap { type.version($0.box, $0.record, key) })
    var effects = RelationEffects(try effect(on: change.old, then))
    effects.new = try effect(on: change.new, now)
    for subscriber in touched.subscribers where subscriber.projection == projection {
      let part = subscriber.part(of: change, effects)
      if part.change.old == nil, part.change.new == nil { continue }
      try scope.apply(part.change, key, slot, part.update)
    }
    return [old, new].contains { $0?.box?.state.mergedInto != nil }
  }

  /// The entity as its row has it, whatever relations make of it.
  @inlinable
  func stored(_ scope: inout WriteScope, _ id: UUID) throws -> Stamped<E>? {
    try storedState(&scope, id).flatMap {
      type.version($0.box, $0.record, type.kind.entityKey(id))
    }
  }

  /// The same, deleted or not.
  @inlinable
  func storedState(_ scope: inout WriteScope, _ id: UUID) throws -> EntityType<E>.Boxed? {
    try type.kind.load(scope.reader, id).map { (try boxed($0), $0.record) }
  }
}
