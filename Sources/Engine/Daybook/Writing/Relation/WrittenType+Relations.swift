/// What relations and merges make of entities, as the transaction being written leaves them; only
/// for who has the `WriteScope`.
extension WrittenType {
  /// Adds what the engine calls.
  @inlinable
  func addRelations(to operations: inout WriteOperations) {
    operations.relate = { [self] access, place, target, others in
      // Safety: `WriteScope.relate` hands an access to the type that it is made for.
      let access = unsafeDowncast(access, to: RelationAccess<E>.self)
      type.links.append(RelationLink(access, at: place, target, others))
    }
    operations.footing = { [self] scope, id in try footing(&scope, id) }
    operations.moved = { [self] scope, start in try moved(&scope, from: start) }
    operations.touch = { [self] scope, id in try touchChild(&scope, id) }
    operations.circles = { [self] scope in try circles(&scope) }
    operations.findEffects = { [self] scope in try findEffects(&scope) }
    operations.isSeen = { [self] scope, id in try isSeen(&scope, id) }
    operations.references = { [self] scope, place in try references(&scope, place) }
    operations.merges = { [self] scope in try merges(&scope) }
  }

  // MARK: References to it

  /// What the own events of an entity make of references to it, as the draft leaves it so far.
  @inlinable
  func footing(_ scope: inout WriteScope, _ id: UUID) throws -> Footing {
    guard let own = try own(&scope, id) else { return .there }
    return type.footing(of: own, id)
  }

  /// What an entity's own events leave; nil when there are none.
  @inlinable
  func own(_ scope: inout WriteScope, _ id: UUID) throws -> EntityType<E>.Own? {
    if let index = records.index(of: id) {
      let record = records.record(index)
      if let box = touched.states[index] { return (box.state, record.created) }
      return record.isKnown ? (nil, record.created) : nil
    }
    guard let stored = try type.kind.load(scope.reader, id), stored.record.isKnown else {
      return nil
    }
    return (try type.state(stored), stored.record.created)
  }

  /// The touched entities, from a place on, to which references lead otherwise than before the
  /// draft.
  @inlinable
  func moved(_ scope: inout WriteScope, from start: Int) throws -> [UUID] {
    let log = scope.reader
    var found: [UUID] = []
    for index in start..<records.count {
      let (old, new) = (touched.oldStates[index]?.state, touched.states[index]?.state)
      if let old, let new, isThere(old), isThere(new) { continue }
      let key = records.key(index)
      var before = Standing.there
      if records.oldRecord(index).isKnown {
        do { before = try old == nil ? .gone : type.standing(log, key) } catch {
          try scope.passUnreadable(error)
        }
      }
      if try scope.standing(key) != before { found.append(key.id) }
    }
    return found
  }

  /// Whether references lead to an entity with a state, whatever else there is.
  @inlinable
  func isThere(_ own: E) -> Bool { type.isAlone(own) && !own.isDeleted }

  /// The entities that were merged in a circle with touched ones, before the draft or by it. One
  /// event decides who of them stays.
  @inlinable
  func circles(_ scope: inout WriteScope) throws -> [UUID] {
    var (old, new) = ([EntityKey](), [EntityKey]())
    for index in 0..<records.count {
      if touched.oldStates[index]?.state.mergedInto != nil { old.append(records.key(index)) }
      if touched.states[index]?.state.mergedInto != nil { new.append(records.key(index)) }
    }
    let log = scope.reader
    var found: [UUID] = []
    do { found = try type.circles(log, with: old) } catch { try scope.passUnreadable(error) }
    do { found += try scope.circles(with: new) } catch { try scope.passUnreadable(error) }
    return found
  }

  // MARK: Its own references

  /// Touches a stored entity; false when it is touched already, or cannot be read.
  @inlinable
  func touchChild(_ scope: inout WriteScope, _ id: UUID) throws -> Bool {
    if records.index(of: id) != nil { return false }
    let stored = try scope.load(&records, id)
    do { _ = addTouched(&scope, id, stored, try boxed(stored)) } catch {
      try scope.passUnreadable(error)
      return false
    }
    return true
  }

  /// Finds out what is seen of the touched entities before the draft and after it.
  @inlinable
  func findEffects(_ scope: inout WriteScope) throws {
    let log = scope.reader
    touched.effects.removeAll(keepingCapacity: true)
    for index in 0..<records.count {
      var effects = RelationEffects<E>()
      let old = touched.oldStates[index]?.state.unlessDeleted
      if let old {
        do { effects.old = try type.effect(on: old, records.key(index).id, log) } catch {
          try scope.passUnreadable(error)
        }
      }
      if let new = touched.states[index]?.state.unlessDeleted {
        effects.new = try effect(&scope, on: new, records.key(index).id)
        noteDenied(&scope, old.flatMap { effects.old.applied(to: $0) }, new)
      }
      touched.effects.append(effects)
    }
  }

  /// Notes whom an entity refers to that referred to others, or was not seen, where a relation
  /// denies that of what is deleted.
  @inlinable
  func noteDenied(_ scope: inout WriteScope, _ old: E?, _ new: E) {
    for link in type.links where link.rule == .deny {
      guard let parent = link.parent(of: new) else { continue }
      if parent != old.flatMap({ link.parent(of: $0) }) { scope.noteDenied(link.place, parent) }
    }
  }

  /// What relations make of a state as the draft leaves what it refers to.
  @inlinable
  func effect(_ scope: inout WriteScope, on own: E, _ id: UUID) throws -> RelationEffect<E> {
    let key = type.kind.entityKey(id)
    let stays = try type.keeper(of: own, id) != nil && scope.stays(key)
    return try type.effect(on: own, id, stays: { _ in stays }) { try scope.standing($0) }
  }

  /// Whether readers see an entity as the draft leaves it.
  @inlinable
  func isSeen(_ scope: inout WriteScope, _ id: UUID) throws -> Bool {
    guard let own = try own(&scope, id)?.state, !own.isDeleted else { return false }
    return try effect(&scope, on: own, id).applied(to: own) != nil
  }

  /// The stored entities that refer to others by the relation at a place, by what they refer to.
  @inlinable
  func references(_ scope: inout WriteScope, _ place: Int) throws -> [UUID: [UUID]] {
    guard let link = type.links.first(where: { $0.place == place }) else { return [:] }
    return try list(&scope) { link.parent(of: $0) }
  }

  /// The stored entities that were merged into others, by what they were merged into.
  @inlinable
  func merges(_ scope: inout WriteScope) throws -> [UUID: [UUID]] {
    try list(&scope) { $0.mergedInto?.rawValue }
  }

  /// The stored entities by what something leads to from their states.
  @inlinable
  func list(
    _ scope: inout WriteScope, _ target: (E) -> UUID?
  ) throws -> [UUID: [UUID]] {
    var found: [UUID: [UUID]] = [:]
    try scope.forEachStored(type.kind) { id, stored in
      do {
        if let other = try type.state(stored).flatMap(target) {
          found[other, default: []].append(id)
        }
      } catch { try scope.passUnreadable(error) }
    }
    return found
  }

  // MARK: Handing over to projections

  /// Hands what a touched entity's own events make of it to the projections, each as it sees it.
  @inlinable
  func projectRelated(_ scope: inout WriteScope, _ index: Int, _ own: EntityChange<E>) throws {
    let (key, effects) = (records.key(index), touched.effects[index])
    for subscriber in touched.subscribers {
      let part = subscriber.part(of: own, effects)
      if part.change.old == nil, part.change.new == nil { continue }
      try scope.project(subscriber.projection, key, part.change, part.update)
    }
  }

  /// What relations make of a version as its own events leave it.
  @inlinable
  func effect(on own: Stamped<E>?, _ log: LogReader) throws -> RelationEffect<E> {
    guard let own, !type.isAlone(own.state) else { return RelationEffect() }
    return try type.effect(on: own.state, own.id.rawValue, log)
  }

  /// Hands a stored entity to the projections that are built.
  @inlinable
  func buildRelated(_ scope: inout WriteScope, _ id: UUID, _ stored: StoredEntity) throws {
    let (log, key) = (scope.reader, type.kind.entityKey(id))
    let own =
      scope.isPast(key, stored)
      ? try type.ownPast(log, id)
      : type.version(try type.state(stored).map { StateBox($0) }, stored.record, key)
    guard let own else { return }
    let effects = RelationEffects(try effect(on: own, log))
    let change = EntityChange(id: ID(id), old: nil, new: own)
    for index in touched.subscribers.indices
    where scope.isBuilding(touched.subscribers[index].projection) {
      let part = touched.subscribers[index].part(of: change, effects)
      if part.change.new == nil { continue }
      try scope.build(touched.subscribers[index].projection, key, part.change, part.update)
    }
  }
}

extension WrittenType.Subscriber {
  @usableFromInline
  typealias Part = (
    change: EntityChange<E>, update: (EntityChange<E>, inout Rows) throws -> Void
  )

  /// What it is handed of a change as an entity's own events make it, and what it does with that.
  @inlinable
  func part(
    of own: EntityChange<E>, _ effects: RelationEffects<E>
  ) -> Part {
    guard let references, let link else {
      return (effects.applied(to: own), update)
    }
    return (own, { try references(effects.places(of: $0, link), &$1) })
  }
}
