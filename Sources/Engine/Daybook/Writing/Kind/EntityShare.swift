/// Hands the stored entities of a kind to projections that are built on a thread of its own.
@usableFromInline
final class EntityShare<E: Entity> {
  @usableFromInline let type: EntityType<E>
  @usableFromInline let subscribers: [WrittenType<E>.Subscriber]
  // Safety: one thread alone has it, and no access calls anybody who comes here too.
  @exclusivity(unchecked)
  @usableFromInline var boxes = StateBoxes<E>()

  @inlinable
  init(_ type: EntityType<E>, _ subscribers: [WrittenType<E>.Subscriber]) {
    self.type = type
    self.subscribers = subscribers
  }

  @inlinable
  func build(_ scope: inout BuildScope, _ id: UUID, _ stored: StoredEntity) throws {
    guard let bytes = stored.state else { return }
    if !type.links.isEmpty { return try buildRelated(&scope, id, stored) }
    var reader = PayloadReader(bytes.bytes)
    let state = try E(from: &reader)
    if !type.isAlone(state) { return try buildRelated(&scope, id, stored) }
    var box: StateBox<E>? = boxes.box(state)
    try build(&scope, id, type.version(box, stored.record, type.kind.entityKey(id)))
    boxes.recycle(&box)
  }

  /// The same where projections may see different things, because of relations and merges.
  @inlinable
  func buildRelated(_ scope: inout BuildScope, _ id: UUID, _ stored: StoredEntity) throws {
    let own = type.version(
      try type.state(stored).map { StateBox($0) }, stored.record, type.kind.entityKey(id))
    guard let own else { return }
    let effects = RelationEffects(try type.effect(on: own.state, id, scope.log))
    let change = EntityChange(id: ID(id), old: nil, new: own)
    for subscriber in subscribers {
      let part = subscriber.part(of: change, effects)
      if part.change.new == nil { continue }
      guard scope.beginCollecting(subscriber.projection) else { continue }
      try part.update(part.change, &scope.rows)
    }
  }

  @inlinable
  func build(_ scope: inout BuildScope, _ id: UUID, _ version: Stamped<E>?) throws {
    guard let version else { return }
    let change = EntityChange(id: ID(id), old: nil, new: version)
    for index in subscribers.indices where scope.beginCollecting(subscribers[index].projection) {
      try subscribers[index].update(change, &scope.rows)
    }
  }
}
