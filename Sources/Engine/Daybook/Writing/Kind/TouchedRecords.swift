internal import LMDB

/// The entities of one kind that the transaction being written touches, without their states.
///
/// The writer owns it, and only who has the one `WriteScope` comes here.
@usableFromInline
struct TouchedRecords: ~Copyable {
  /// An entity that the transaction being written touches.
  struct Entry {
    let key: EntityKey
    let oldRecord: EntityRecord
    var record: EntityRecord
    var needsRefold = false
  }

  private let kind: EntityKind
  /// The number of the kind in `names`.
  let number: UInt32
  /// The place of the kind among those of the writer.
  @usableFromInline var place: UInt16 = 0
  /// The numbers of its types of events.
  private let types: [UInt32]
  /// In the order of their first events; their states are at the same places in `TouchedStates`.
  private var entries = UnsharedArray<Entry>()
  /// What the last refold of an entity left out, by its place.
  private var failures: [Int: [FoldFailure]] = [:]
  /// Whether any touched entity is to be folded anew.
  @usableFromInline private(set) var hasMarked = false
  /// Whether any touched entity is merged into another one, or was before the draft.
  @usableFromInline private(set) var hasMerged = false
  /// How many of them projections have taken in.
  @usableFromInline var projected = 0
  /// Where each is, once there are too many to look through.
  private var places = EntityPlaces()
  /// How another version of the app folds the kind; nil when stored states are those of this one.
  ///
  /// Such a kind is neither read nor written here.
  var foreign: KindDefinition?
  /// The greatest identifier of the stored ones, or a greater one of a transaction that was
  /// dropped; nil until it is looked for, and when another process has written.
  var greatest: PackedUUID?

  @usableFromInline
  init(_ kind: EntityKind) {
    self.kind = kind
    number = kind.number
    types = kind.events.numbers
  }

  /// Makes sure that stored states are those of this version of the app.
  ///
  /// - Throws: `StoreError.schemaChanged`.
  func checkOwn() throws { if let foreign { throw foreign.refusal(of: kind.name, kind.revision) } }

  @usableFromInline var count: Int { entries.count }

  @usableFromInline
  func index(of id: UUID) -> Int? {
    let id = PackedUUID(id)
    if !places.isEmpty { return places.find(id, entries) }
    for index in entries.indices.reversed() where entries[index].key.packed == id { return index }
    return nil
  }

  @usableFromInline
  mutating func add(_ id: UUID, _ stored: StoredEntity?) {
    let record = stored?.record ?? EntityRecord()
    entries.append(
      Entry(key: EntityKey(kind: number, id: id), oldRecord: record, record: record))
    if entries.count > 16 { places.add(entries) }
    _checkInvariants()
  }

  @usableFromInline
  mutating func forget() {
    hasMarked = false
    hasMerged = false
    projected = 0
    if !failures.isEmpty { failures.removeAll() }
    entries.removeAll()
    places.removeAll()
    _checkInvariants()
  }

  /// Checks that all entities are found once some are by their places, that none is twice, and
  /// that something is marked only where `hasMarked` says so.
  func _checkInvariants() {
    #if DEBUG
    invariant(
      places.isEmpty ? entries.count <= 16 : places.count == entries.count,
      "\(places.count) of \(entries.count) touched entities are found")
    invariant(failures.keys.allSatisfy { $0 < entries.count }, "a failure is of no entity")
    if entries.isEmpty { invariant(!hasMarked, "no entity is there, and one is marked") }
    if entries.isEmpty || entries.count > fewToCheck { return }
    for index in entries.indices {
      invariant(entries[index].key.kind == number, "an entity is of another kind")
      invariant(self.index(of: entries[index].key.id) == index, "an entity is touched twice")
      invariant(!entries[index].needsRefold || hasMarked, "a mark is overlooked")
    }
    #endif
  }

  // MARK: Events of the draft

  /// Whether an event of the draft can be folded onto the entity's state; else all are folded anew.
  @usableFromInline
  mutating func follows(_ index: Int, _ scope: inout WriteScope) throws -> Bool {
    if entries[index].needsRefold { return false }
    if try scope.follows(entries[index].record) { return true }
    markForRefold(index)
    return false
  }

  /// Notes that an event of the draft was folded.
  @usableFromInline
  mutating func noteFolded(_ index: Int, _ scope: inout WriteScope) {
    entries[index].record.noteFolded(in: scope.draft)
  }

  @usableFromInline
  mutating func markForRefold(_ index: Int) {
    entries[index].needsRefold = true
    hasMarked = true
  }

  /// Notes that a touched entity is or was merged.
  @usableFromInline mutating func noteMerged() { hasMerged = true }

  /// Adds the event whose payload was written to the draft from `start` on.
  @usableFromInline
  mutating func addEvent(
    _ index: Int, _ scope: inout WriteScope, typeIndex: Int, from start: Int
  ) {
    if !types.indices.contains(typeIndex) { isNotListed(typeIndex) }
    addEvent(index, &scope, type: types[typeIndex], from: start)
  }

  @inline(never)
  private func isNotListed(_ typeIndex: Int) -> Never {
    misuse(
      "an event of \(kind.name) says that its type is at place \(typeIndex), and `types` lists \(types.count); add the type to `types`, at its place"
    )
  }

  @usableFromInline
  mutating func addEvent(_ index: Int, _ scope: inout WriteScope, type: UInt32, from start: Int) {
    entries[index].record.lastPosition = scope.addEvent(
      type: type, entity: entries[index].key.packed,
      previous: entries[index].record.lastPosition,
      from: start)
    entries[index].record.eventCount += 1
  }

  // MARK: Storing

  /// Starts the row of an entity in `scope.rows.buffers.scratch`; its state follows.
  @usableFromInline
  mutating func beginRow(_ index: Int, _ scope: inout WriteScope, hasState: Bool) throws {
    if entries[index].needsRefold {
      let failures = failures[index] ?? []
      if entries[index].oldRecord.isQuarantined || !failures.isEmpty {
        try scope.quarantine(entries[index].key, failures)
      }
    }
    invariant(
      entries[index].record.lastPosition <= scope.counters.events,
      "an entity has an event after the last one")
    invariant(
      entries[index].record.newest <= scope.counters.transactions,
      "an entity has taken in a transaction after the last one")
    entries[index].record.hasState = hasState
    entries[index].record.encode(into: &scope.rows.buffers.scratch)
  }

  @usableFromInline
  mutating func endRow(_ index: Int, _ scope: inout WriteScope) throws {
    let key = entries[index].key
    try scope.putEntity(key)
    if let last = greatest, last.precedes(key.packed) { greatest = key.packed }
  }

  @usableFromInline func key(_ index: Int) -> EntityKey { entries[index].key }

  /// Whether nothing is or was known of the entity: no event, in the log or in the draft, and no
  /// baseline.
  @usableFromInline
  func isNew(_ index: Int) -> Bool {
    entries[index].record == EntityRecord() && entries[index].oldRecord == EntityRecord()
  }

  /// Whether no event has touched the entity.
  @usableFromInline
  func isUnchanged(_ index: Int) -> Bool {
    !entries[index].needsRefold && entries[index].record == entries[index].oldRecord
  }

  @usableFromInline func record(_ index: Int) -> EntityRecord { entries[index].record }

  @usableFromInline func oldRecord(_ index: Int) -> EntityRecord { entries[index].oldRecord }

  /// Puts what the events fold to in place of what was folded before.
  @usableFromInline
  mutating func replace(_ index: Int, _ record: EntityRecord, _ failures: [FoldFailure]) {
    entries[index].record = record
    self.failures[index] = failures.isEmpty ? nil : failures
  }

  /// Puts a record in place of what was known; what was left out before is looked at anew.
  @usableFromInline
  mutating func install(_ index: Int, _ record: EntityRecord) {
    entries[index].record = record
    if entries[index].oldRecord.isQuarantined { markForRefold(index) }
  }

  @usableFromInline func needsRefold(_ index: Int) -> Bool { entries[index].needsRefold }
}
