internal import LMDB

extension WriteScope {
  /// Stores an entity, whose row is in `scratch`.
  mutating func putEntity(_ key: EntityKey) throws {
    let table = context.tables.entities
    try key.withBytes { name in
      try rows.putScratch(table, name)
      rows.changes?.add(table, name)
    }
  }

  /// Lets a projection take a change into its live rows and into those being built.
  @inlinable
  mutating func project<E: Entity>(
    _ index: Int, _ key: EntityKey, _ change: EntityChange<E>,
    _ update: (EntityChange<E>, inout Rows) throws -> Void
  ) throws {
    if beginLive(index) {
      do { try update(change, &rows) } catch {
        let failure = try undoRows(error)
        return try giveWay(failure, change, key, slot(index, isBuilding: false), update)
      }
      return endLive()
    }
    if let slot = liveSlot(index) { try apply(change, key, slot, update) }
    if let slot = builtSlot(index, key) { try apply(change, key, slot, update) }
  }

  /// Lets a projection take a change into the rows being built.
  ///
  /// - Throws: what `update` throws while rows are collected; then they are to be built one by one.
  @inlinable
  mutating func build<E: Entity>(
    _ index: Int, _ key: EntityKey, _ change: EntityChange<E>,
    _ update: (EntityChange<E>, inout Rows) throws -> Void
  ) throws {
    if beginCollecting(index) {
      try update(change, &rows)
    } else {
      try apply(change, key, slot(index, isBuilding: true), update)
    }
  }

  /// Applies a change to rows; an entity that the projection cannot take is left out of them.
  ///
  /// Rows are those of the entities that could be taken in their present state, as a build has
  /// them.
  @inlinable
  mutating func apply<E: Entity>(
    _ change: EntityChange<E>, _ key: EntityKey, _ slot: ProjectionSlot,
    _ update: (EntityChange<E>, inout Rows) throws -> Void
  ) throws {
    if try releaseLeftOut(slot, key) {
      let change = EntityChange<E>(id: change.id, old: nil, new: change.new)
      if let failure = try attempt(change, slot, update) { try leaveOut(slot, key, failure) }
      return
    }
    if let failure = try attempt(change, slot, update) {
      try giveWay(failure, change, key, slot, update)
    }
  }

  /// Does with a change that failed what can be done.
  @inlinable
  mutating func giveWay<E: Entity>(
    _ failure: String, _ change: EntityChange<E>, _ key: EntityKey, _ slot: ProjectionSlot,
    _ update: (EntityChange<E>, inout Rows) throws -> Void
  ) throws {
    if change.old != nil { return try applySeparately(change, key, slot, update) }
    try refuse(slot, key, failure)
    try leaveOut(slot, key, failure)
  }

  /// Takes the old rows out and the new ones in, one after the other, because both at once failed.
  @inlinable
  mutating func applySeparately<E: Entity>(
    _ change: EntityChange<E>, _ key: EntityKey, _ slot: ProjectionSlot,
    _ update: (EntityChange<E>, inout Rows) throws -> Void
  ) throws {
    let removal = EntityChange<E>(id: change.id, old: change.old, new: nil)
    if let failure = try attempt(removal, slot, update) {
      return try leaveOut(slot, key, "\(failure); its rows could not be taken out: rebuild")
    }
    if change.new == nil { return }
    let insertion = EntityChange<E>(id: change.id, old: nil, new: change.new)
    if let failure = try attempt(insertion, slot, update) {
      try refuse(slot, key, failure)
      try leaveOut(slot, key, failure)
    }
  }

  /// Takes a change into rows, or undoes what it did to them and returns why.
  @inlinable
  mutating func attempt<E: Entity>(
    _ change: EntityChange<E>, _ slot: ProjectionSlot,
    _ update: (EntityChange<E>, inout Rows) throws -> Void
  ) throws -> String? {
    beginRows(slot)
    do {
      try update(change, &rows)
    } catch {
      return try undoRows(error)
    }
    endRows(slot)
    return nil
  }

  // MARK: Without types

  // The functions that only read are `mutating`, too: Swift copies a large value before it lends it
  // for reading.

  /// Begins a change of live rows that leave out no entity while none are built, as nearly always;
  /// false for others.
  @usableFromInline
  mutating func beginLive(_ index: Int) -> Bool {
    let projection = state.value.projections[index]
    guard projection.keptBuilding == nil, let slot = projection.keptLive else { return false }
    let live = state.value.counters.projections[slot.number].live
    guard live.quarantined == 0 else { return false }
    rows.begin(slot, live.digest)
    return true
  }

  /// Ends it.
  @usableFromInline
  mutating func endLive() {
    guard let number = rows.slot?._withUnsafeGuaranteedRef({ $0.number }) else { return }
    state.value.counters.projections[number].live.digest = rows.digest
  }

  /// The rows that readers see; nil when there are none for this schema, or they are left behind.
  @usableFromInline mutating func liveSlot(_ index: Int) -> ProjectionSlot? {
    projections[index].keptLive
  }

  @usableFromInline
  mutating func slot(_ index: Int, isBuilding: Bool) -> ProjectionSlot {
    isBuilding ? projections[index].buildingSlot : projections[index].liveSlot
  }

  /// The rows being built, when a change of the entity belongs into them: its turn is over.
  @usableFromInline
  mutating func builtSlot(_ index: Int, _ key: EntityKey) -> ProjectionSlot? {
    guard let slot = projections[index].keptBuilding, projections[index].hasBuilt(key) else {
      return nil
    }
    return slot
  }

  /// Whether a moment of the log is the present.
  @usableFromInline mutating func isNewest(_ log: LogReader) -> Bool {
    log.asOf >= counters.transactions
  }

  /// Whether the projection is one of those that take in the stored entities now.
  @usableFromInline mutating func isBuilding(_ index: Int) -> Bool { building[index].isOn }

  /// Whether states are read as they were, and the stored one of the entity is not that.
  @usableFromInline
  mutating func isPast(_ key: EntityKey, _ stored: StoredEntity) -> Bool {
    past?.differs(key, stored.record) ?? false
  }

  /// Lets `rows` collect for the projection; false when rows are to be built one by one.
  @usableFromInline
  mutating func beginCollecting(_ index: Int) -> Bool {
    guard let collector = building[index].collector else { return false }
    rows.begin(collector)
    return true
  }

  @usableFromInline
  mutating func beginRows(_ slot: ProjectionSlot) { rows.begin(slot, counters[slot].digest) }

  @usableFromInline
  mutating func endRows(_ slot: ProjectionSlot) {
    // By hand: through the subscript of `LogCounters` an import costs 2.5 % more.
    let number = slot.number
    if slot.isBuilding {
      counters.projections[number].building.digest = rows.digest
    } else {
      counters.projections[number].live.digest = rows.digest
    }
  }

  /// Puts the rows back and returns what was thrown as text; errors of LMDB go on, and damaged
  /// rows, which are not the entity's fault: without it the rows would be fewer than the log says.
  @usableFromInline
  mutating func undoRows(_ error: any Error) throws -> String {
    if let error = error as? LMDBError { throw error }
    if let error = error as? StoreError, error.code == .damaged { throw error }
    try rows.rollBack()
    return "\(error)"
  }

  /// The live rows of which an entity has a part; nil when there are none, or it is left out.
  @usableFromInline
  mutating func checkedSlot(_ index: Int, _ key: EntityKey) throws -> ProjectionSlot? {
    guard let slot = projections[index].keptLive else { return nil }
    if counters[slot].quarantined == 0 { return slot }
    return try quarantined(QuarantineKey.prefix(slot.owner, key)).isEmpty ? slot : nil
  }

  @usableFromInline mutating func digest(_ slot: ProjectionSlot) -> Digest { counters[slot].digest }

  /// Forgets that the projection left the entity out; false when it did not.
  @usableFromInline
  mutating func releaseLeftOut(_ slot: ProjectionSlot, _ key: EntityKey) throws -> Bool {
    if counters[slot].quarantined == 0 { return false }
    guard try release(slot.owner, key) > 0 else { return false }
    counters[slot].quarantined -= 1
    return true
  }

  /// Gives up the draft when it was made here: what a projection cannot take is refused then, and
  /// is left out only where it arrives from elsewhere, or is there already.
  ///
  /// - Throws: `DraftRefused`.
  @usableFromInline
  func refuse(_ slot: ProjectionSlot, _ key: EntityKey, _ message: String) throws {
    guard rows.isOfAppend, let view = projections.first(where: { $0.number == slot.number })?.name
    else {
      return
    }
    throw refusal(by: view, of: names[key.kind]?.text ?? "", key.id, message)
  }

  /// Why a draft is given up that a projection cannot take.
  func refusal(
    by view: String, of kind: String, _ id: UUID, _ message: String
  ) -> DraftRefused {
    DraftRefused(
      error: StoreError(
        .refusedByView,
        "the projection \(view) cannot take \(kind) \(id) as this append leaves it: \(message); nothing was appended"
      ))
  }

  /// Notes that the projection left the entity out.
  @usableFromInline
  mutating func leaveOut(_ slot: ProjectionSlot, _ key: EntityKey, _ message: String) throws {
    try putQuarantine(QuarantineKey(owner: slot.owner, entity: key, position: 0), message)
    counters[slot].quarantined += 1
  }
}
