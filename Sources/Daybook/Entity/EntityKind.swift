internal import LMDB

/// What the engine knows of one kind of entity without its Swift type, and the entities of the kind
/// that the transaction being written touches.
///
/// The states and everything that needs the type are in `EntityType`, which is compiled for each type
/// in the module that declares it; the rest is here, once.
@usableFromInline
final class EntityKind {
  /// An entity that the transaction being written touches.
  struct Entry {
    let key: EntityKey
    let oldRecord: EntityRecord
    var record: EntityRecord
    var needsRefold = false
  }

  /// The stable name.
  let name: String
  /// The version of the fold.
  let revision: Int
  /// The same as it is stored with a baseline.
  var storedRevision: UInt32 { UInt32(clamping: revision) }
  /// Name, revision, events and layout: what stored states depend on.
  let fingerprint: String
  @exclusivity(unchecked)
  var events: EventTypes
  /// Whether there are older types of events.
  @usableFromInline let hasUpcasters: Bool
  /// How another version of the app folds the kind; nil when stored states are those of this one.
  ///
  /// Such a kind is neither read nor written here. Confined to the writer thread.
  @exclusivity(unchecked)
  var foreign: KindDefinition?
  /// The number of the kind in `names`; set when the schema is resolved.
  @exclusivity(unchecked)
  var number: UInt32 = 0
  /// The `EntityType` of the kind.
  @exclusivity(unchecked)  // set before anybody reads it, and cleared after the last
  @usableFromInline var typed: AnyObject?
  /// What the `EntityType` does.
  @exclusivity(unchecked)  // as above
  @usableFromInline var operations: EntityOperations
  /// Touched entities, at the same places as their states.
  @exclusivity(unchecked)  // confined to the writer thread, and no access calls out
  var entries = UnsharedArray<Entry>()
  /// What the last refold of a touched entity left out, by its place.
  @exclusivity(unchecked)
  private var failures: [Int: [FoldFailure]] = [:]
  /// The greatest identifier of the stored ones, or a greater one of a transaction that was dropped;
  /// nil until it is looked for, and when another process has written.
  @exclusivity(unchecked)
  var greatest: PackedUUID?
  /// Whether any touched entity is to be folded anew.
  @exclusivity(unchecked)
  @usableFromInline var hasMarked = false
  /// Where each touched entity is, once there are too many to look through.
  @exclusivity(unchecked)
  private var places = EntityPlaces()

  @usableFromInline
  init(
    name: String, revision: Int, shape: String, types: [EventType], upcasters: [Upcaster],
    operations: EntityOperations = EntityOperations()
  ) {
    self.name = name
    self.revision = revision
    self.operations = operations
    events = EventTypes(types: types, upcasters: upcasters)
    hasUpcasters = !upcasters.isEmpty
    let all = types.map(\.description) + upcasters.map(\.from.description)
    fingerprint = "\(name)@\(revision):" + all.joined(separator: ",") + ";\(shape)"
  }

  /// Lets go of the typed half, which refers back to this.
  func dissolve() {
    typed = nil
    operations = EntityOperations()
  }

  // MARK: Names

  /// The place of a current type of event in `EntityEvent.types`.
  @usableFromInline func eventIndex(_ type: UInt32) -> Int? { events.index(of: type) }

  @usableFromInline
  func upcast(
    _ type: UInt32, _ payload: UnsafeRawBufferPointer
  ) throws -> (index: Int, payload: [UInt8])? { try events.upcast(type, payload) }

  @usableFromInline func entityKey(_ id: UUID) -> EntityKey { EntityKey(kind: number, id: id) }

  /// Makes sure that stored states are those of this version of the app.
  ///
  /// - Throws: `StoreError.schemaChanged`.
  func checkOwn() throws { if let foreign { throw foreign.refusal(of: name, revision) } }

  // MARK: Touched entities

  @usableFromInline var count: Int { entries.count }

  @usableFromInline
  func index(of id: UUID) -> Int? {
    let id = PackedUUID(id)
    if !places.isEmpty { return places.find(id, entries) }
    for index in entries.indices.reversed() where entries[index].key.packed == id { return index }
    return nil
  }

  /// What is stored of an entity; the bytes of the state are valid until the next change.
  @usableFromInline
  func load(_ log: LogReader, _ id: UUID) throws -> StoredEntity? {
    try log.withEntity(EntityKey(kind: number, id: id)) { record, bytes in
      StoredEntity(record: record, bytes: bytes)
    }
  }

  @usableFromInline
  func add(_ id: UUID, _ stored: StoredEntity?) {
    let record = stored?.record ?? EntityRecord()
    entries.append(
      Entry(key: EntityKey(kind: number, id: id), oldRecord: record, record: record))
    if entries.count > 16 { places.add(entries) }
  }

  @usableFromInline
  func forget() {
    hasMarked = false
    if !failures.isEmpty { failures.removeAll() }
    entries.removeAll()
    places.removeAll()
  }

  // MARK: Events of the draft

  /// Whether an event of the draft can be folded onto the entity's state; else all are folded anew.
  @usableFromInline
  func follows(_ index: Int, _ scope: inout WriteScope) throws -> Bool {
    if entries[index].needsRefold { return false }
    if try scope.follows(entries[index].record) { return true }
    markForRefold(index)
    return false
  }

  /// Notes that an event of the draft was folded.
  @usableFromInline
  func take(_ index: Int, _ scope: inout WriteScope) { entries[index].record.take(scope.draft) }

  @usableFromInline
  func markForRefold(_ index: Int) {
    entries[index].needsRefold = true
    hasMarked = true
  }

  /// Adds the event whose payload was written to the draft from `start` on.
  @usableFromInline
  func add(_ index: Int, _ scope: inout WriteScope, typeIndex: Int, from start: Int) {
    add(index, &scope, type: events.numbers[typeIndex], from: start)
  }

  @usableFromInline
  func add(_ index: Int, _ scope: inout WriteScope, type: UInt32, from start: Int) {
    entries[index].record.lastPosition = scope.add(
      type: type, entity: entries[index].key.packed, previous: entries[index].record.lastPosition,
      from: start)
    entries[index].record.eventCount += 1
  }

  // MARK: Storing

  /// Starts the row of an entity in `scope.rows.buffers.scratch`; its state follows.
  @usableFromInline
  func beginRow(_ index: Int, _ scope: inout WriteScope, hasState: Bool) throws {
    if entries[index].needsRefold {
      let failures = failures[index] ?? []
      if entries[index].oldRecord.isQuarantined || !failures.isEmpty {
        try scope.quarantine(entries[index].key, failures)
      }
    }
    entries[index].record.hasState = hasState
    entries[index].record.encode(into: &scope.rows.buffers.scratch)
  }

  @usableFromInline
  func endRow(_ index: Int, _ scope: inout WriteScope) throws {
    let key = entries[index].key
    try scope.putEntity(key)
    if let last = greatest, last.precedes(key.packed) { greatest = key.packed }
  }

  @usableFromInline func key(_ index: Int) -> EntityKey { entries[index].key }

  @usableFromInline func record(_ index: Int) -> EntityRecord { entries[index].record }

  @usableFromInline func oldRecord(_ index: Int) -> EntityRecord { entries[index].oldRecord }

  /// Puts what the events fold to in place of what was folded before.
  @usableFromInline
  func replace(_ index: Int, _ record: EntityRecord, _ failures: [FoldFailure]) {
    entries[index].record = record
    self.failures[index] = failures.isEmpty ? nil : failures
  }

  @usableFromInline func needsRefold(_ index: Int) -> Bool { entries[index].needsRefold }
}

/// What is stored of an entity.
@usableFromInline
struct StoredEntity {
  @usableFromInline let record: EntityRecord
  /// The bytes of the state; nil when there is none. They belong to the LMDB page.
  @usableFromInline let state: UnsafeRawBufferPointer?

  init(record: EntityRecord, bytes: UnsafeRawBufferPointer) {
    self.record = record
    state = record.hasState ? bytes : nil
  }
}

/// What an `EntityType` does, without its type: closures that were compiled for it.
@usableFromInline
struct EntityOperations {
  @usableFromInline typealias Absorb = (
    inout WriteScope, _ type: UInt32, _ payload: UnsafeRawBufferPointer, UUID, _ refolds: Bool
  ) throws -> Void

  /// Marks an entity for folding anew.
  @usableFromInline var open: (inout WriteScope, UUID) throws -> Void = { _, _ in }
  /// Marks an entity for folding anew whose state may be one that only an older version can read.
  @usableFromInline var reopen: (inout WriteScope, UUID) throws -> Void = { _, _ in }
  /// Takes in an encoded event as if it were appended, refusing what cannot be read or folded.
  @usableFromInline var append:
    (inout WriteScope, UInt32, UnsafeRawBufferPointer, UUID) throws -> Void =
      { _, _, _, _ in }
  /// Takes in a stored or foreign event, whatever it holds.
  @usableFromInline var absorb: Absorb = { _, _, _, _, _ in }
  /// Folds anew what was marked; the events are in the log by now.
  @usableFromInline var refold: (inout WriteScope) throws -> Void = { _ in }
  /// Stores the touched entities and hands their changes to the projections.
  @usableFromInline var flush: (inout WriteScope) throws -> Void = { _ in }
  /// Forgets the touched entities.
  @usableFromInline var discard: () -> Void = {}
  /// Lets the projections being built take in a stored entity.
  @usableFromInline var build: (inout WriteScope, UUID, StoredEntity) throws -> Void = { _, _, _ in
  }
  /// Lets one projection take in a stored entity that it left out.
  @usableFromInline var reproject: (inout WriteScope, Int, UUID) throws -> Void = { _, _, _ in }
  /// Whether the stored state is what the events fold to.
  @usableFromInline var folds: (LogReader, UUID, StoredEntity) throws -> Bool = { _, _, _ in true }
  /// Reads an event and throws it away.
  @usableFromInline var checkEvent: (UInt32, UnsafeRawBufferPointer) throws -> Void = { _, _ in }
  /// Reads a stored state and throws it away.
  @usableFromInline var checkState: (StoredEntity) throws -> Void = { _ in }
  /// The value of an entity as of the last transaction that the log counts.
  @usableFromInline var value: (LogReader, UUID) throws -> (any Entity)? = { _, _ in nil }
  /// The values of an entity after each transaction that touches it.
  @usableFromInline
  var versions: (LogReader, UUID) throws -> [(number: UInt64, value: (any Entity)?)] = { _, _ in []
  }
  /// Folds an entity as of the last transaction that the log counts, and appends the state.
  @usableFromInline
  var fold: (LogReader, UUID, StoredEntity, inout PayloadWriter) throws -> EntityRecord = {
    _, _, stored, _ in stored.record
  }
  /// What happened to an entity between two moments of the log.
  @usableFromInline
  var difference: (LogReader, LogReader, UUID) throws -> History.AnyChange? = { _, _, _ in nil }
  @usableFromInline typealias CatchUp = (
    inout WriteScope, _ projection: Int, ProjectionSlot, UUID, _ then: LogReader, _ now: LogReader
  ) throws -> Void

  /// Lets one projection's rows take in what happened to an entity between two moments of the log.
  @usableFromInline var catchUp: CatchUp = { _, _, _, _, _, _ in }
  /// Lets a projection follow the kind no more.
  @usableFromInline var unsubscribe: (Int) -> Void = { _ in }

  @usableFromInline init() {}
}
