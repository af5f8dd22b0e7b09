/// The entities that the transaction being written touches; only for who has the `WriteScope`.
extension WrittenType {
  /// The entity as the transaction being written leaves it so far.
  @inlinable
  func current(_ scope: inout WriteScope, id: UUID) throws -> E? {
    guard let found = try stored(&scope, id: id), !found.isDeleted else { return nil }
    return type.isAlone(found) ? found : try effect(&scope, on: found, id).applied(to: found)
  }

  /// The entity, deleted or not, as the transaction being written leaves it so far.
  @inlinable
  func stored(_ scope: inout WriteScope, id: UUID) throws -> E? {
    if let index = records.index(of: id) { return touched.states[index]?.state }
    return try type.state(scope.load(&records, id))
  }

  /// A touched entity as the transaction being written leaves it so far, which may be gone; nil for
  /// one that is not touched.
  @inlinable
  func touchedState(_ id: UUID) -> E?? {
    guard let index = records.index(of: id) else { return nil }
    guard let state = touched.states[index]?.state, !state.isDeleted else {
      return .some(nil)
    }
    if touched.effects.isEmpty { return state }
    return .some(touched.effects[index].new.applied(to: state))
  }

  /// What a touched entity was merged into before the transaction being written.
  @inlinable
  func touchedKeeper(_ id: UUID) -> UUID? {
    records.index(of: id).flatMap { touched.oldStates[$0]?.state.mergedInto?.rawValue }
  }

  /// Takes an event into the transaction being written.
  ///
  /// - Throws: `StoreError.noSuchEntity` for the first event of an entity that leaves no state;
  ///   what its fold throws.
  @inlinable
  func append(_ scope: inout WriteScope, _ event: E.Event, id: UUID) throws {
    let index = try touch(&scope, id)
    if try records.follows(index, &scope) {
      try fold(index, event, EventContext(id: id, time: scope.draft.effectiveTime))
      if touched.states[index] == nil, !E.takesEventsBeforeCreation, !scope.draft.isDeclared,
        records.isNew(index)
      {
        throw scope.neverMade(type.kind, id, event)
      }
      records.noteFolded(index, &scope)
    }
    let start = scope.draft.payloads.count
    event.encode(into: &scope.draft.payloads)
    if scope.draft.payloads.isIncomplete { try scope.refuseIncomplete(type.kind, id) }
    records.addEvent(index, &scope, typeIndex: event.typeIndex, from: start)
  }

  /// Folds an event onto the state at a place; what throws leaves it as it was.
  @inlinable
  func fold(_ index: Int, _ event: E.Event, _ context: EventContext) throws {
    let box = touched.boxes.empty()
    do {
      try box.fold(onto: touched.states[index], event, context)
    } catch {
      touched.boxes.putBack(box)
      throw error
    }
    if box.hasState { return replace(index, box) }
    touched.boxes.putBack(box)
    replace(index, nil)
  }

  /// Puts a state in place of the present one, which stays as it is for those who hold it.
  @inlinable
  func replace(_ index: Int, _ next: consuming StateBox<E>?) {
    if next?.state.mergedInto != nil { records.noteMerged() }
    touched.boxes.recycle(&touched.states[index])
    touched.states[index] = next
  }

  @inlinable
  func absorb(
    _ scope: inout WriteScope, type: UInt32, payload: BorrowedBytes, id: UUID,
    refolds: Bool
  ) throws {
    let index = try touch(&scope, id)
    if refolds { records.markForRefold(index) }
    if try records.follows(index, &scope) {
      do {
        if let event = try self.type.decode(type, payload) {
          try fold(index, event, EventContext(id: id, time: scope.draft.effectiveTime))
        }
        records.noteFolded(index, &scope)
      } catch {
        // The refold notes what it leaves out.
        records.markForRefold(index)
      }
    }
    let start = scope.draft.payloads.count
    scope.draft.payloads.raw(payload)
    records.addEvent(index, &scope, type: type, from: start)
  }

  /// Puts a state in place of all that an entity was.
  @inlinable
  func install(_ scope: inout WriteScope, _ id: UUID, _ stored: StoredEntity) throws {
    let old = try type.kind.load(scope.reader, id)
    let index =
      records.index(of: id) ?? addTouched(&scope, id, old, (try? boxed(old)) ?? nil)
    records.install(index, stored.record)
    do { replace(index, try boxed(stored)) } catch {
      // The refold tells that it cannot be read.
      replace(index, nil)
      records.markForRefold(index)
    }
  }

  @inlinable
  func refold(_ scope: inout WriteScope) throws {
    for index in 0..<records.count where records.needsRefold(index) {
      let folded = try Refold.fold(type, scope.reader, records.key(index), records.record(index))
      replace(index, boxed(folded.state))
      records.replace(index, folded.record, folded.failures)
    }
  }

  /// Stores the touched entities.
  @inlinable
  func store(_ scope: inout WriteScope) throws {
    for index in 0..<records.count {
      // Its first event was refused, and the closure went on.
      if touched.states[index] == nil, records.isNew(index) { continue }
      // Touched because of what it refers to, or is merged with; its row stays.
      if !type.links.isEmpty || records.hasMerged, records.isUnchanged(index) { continue }
      try records.beginRow(index, &scope, hasState: touched.states[index] != nil)
      if let box = touched.states[index] { box.encode(into: &scope.rows.buffers.scratch) }
      try records.endRow(index, &scope)
    }
    // Nobody is handed them.
    if touched.subscribers.isEmpty { forget() }
  }

  /// Hands the changes of so many of them to the projections.
  @inlinable
  func project(_ scope: inout WriteScope, _ count: Int) throws {
    let areRelated = !type.links.isEmpty || records.hasMerged
    let start = records.projected
    records.projected = min(records.count, start &+ count)
    for index in start..<records.projected {
      if let state = touched.states[index], state === touched.oldStates[index] {
        replace(index, touched.boxes.box(state.state))
      }
      let key = records.key(index)
      let change = EntityChange(
        id: ID(key.id), old: type.version(touched.oldStates[index], records.oldRecord(index), key),
        new: type.version(touched.states[index], records.record(index), key))
      if change.old == nil, change.new == nil { continue }
      if areRelated {
        try projectRelated(&scope, index, change)
        continue
      }
      for subscriber in touched.subscribers {
        try scope.project(subscriber.projection, key, change, subscriber.update)
      }
    }
    if records.projected == records.count { forget() }
  }

  // MARK: Touched entities

  /// The place of an entity among the touched ones.
  @inlinable
  func touch(_ scope: inout WriteScope, _ id: UUID) throws -> Int {
    if let index = records.index(of: id) { return index }
    let stored = try scope.load(&records, id)
    return addTouched(&scope, id, stored, try boxed(stored))
  }

  @inlinable
  func addTouched(
    _ scope: inout WriteScope, _ id: UUID, _ stored: StoredEntity?, _ box: StateBox<E>?
  ) -> Int {
    if !touched.subscribers.isEmpty { scope.state.value.followed.append(records.place) }
    records.add(id, stored)
    if box?.state.mergedInto != nil { records.noteMerged() }
    touched.states.append(box)
    touched.oldStates.append(box)
    return touched.states.count - 1
  }

  @inlinable
  func forget() {
    records.forget()
    // What both hold is free after the second.
    touched.boxes.recycle(&touched.states)
    touched.boxes.recycle(&touched.oldStates)
    if !touched.effects.isEmpty { touched.effects.removeAll(keepingCapacity: true) }
  }
}
