internal import LMDB

/// What the engine knows of one kind of entity without its Swift type, and the entities of the kind
/// that the transaction being written touches.
///
/// The states and everything that needs the type are in `EntityType`, which is compiled for each
/// type in the module that declares it; the rest is here, once.
@usableFromInline
final class EntityKind {
  /// An entity that the transaction being written touches.
  struct Entry {
    let key: EntityKey
    let oldRecord: EntityRecord
    var record: EntityRecord
    var needsRefold = false
  }

  /// The touched entities, at the same places as their states in `EntityType`.
  private struct Touched: ~Copyable {
    var entries = UnsharedArray<Entry>()
    /// What the last refold of an entity left out, by its place.
    var failures: [Int: [FoldFailure]] = [:]
    /// Whether any is to be folded anew.
    var hasMarked = false
    /// Where each is, once there are too many to look through.
    var places = EntityPlaces()

    func find(_ id: PackedUUID) -> Int? { places.find(id, entries) }

    mutating func index() { places.add(entries) }
  }

  /// The stable name.
  let name: String
  /// The version of the fold.
  let revision: Int
  /// The same as it is stored with a baseline.
  var storedRevision: UInt32 { UInt32(clamping: revision) }
  /// Name, revision, events and layout: what stored states depend on.
  let fingerprint: String
  let events: EventTypes
  /// Whether there are older types of events.
  @usableFromInline let hasUpcasters: Bool
  /// How another version of the app folds the kind; nil when stored states are those of this one.
  ///
  /// Such a kind is neither read nor written here.
  var foreign: KindDefinition?
  /// The number of the kind in `names`.
  let number: UInt32
  /// The greatest identifier of the stored ones, or a greater one of a transaction that was
  /// dropped; nil until it is looked for, and when another process has written.
  var greatest: PackedUUID?
  // Safety: only who has the one `WriteScope` comes here, and no access calls anybody who does too.
  @exclusivity(unchecked)
  private var touched = Touched()

  @usableFromInline
  init(
    name: String, revision: Int, shape: String, numbers: KindNumbers
  ) {
    self.name = name
    self.revision = revision
    number = numbers.kind
    events = numbers.events
    hasUpcasters = events.hasUpcasters
    fingerprint =
      "\(name)@\(revision):" + events.descriptions.joined(separator: ",") + ";\(shape)"
  }

  // MARK: Names

  /// The place of a current type of event in `EntityEvent.types`.
  @usableFromInline func eventIndex(_ type: UInt32) -> Int? { events.index(of: type) }

  @usableFromInline
  func upcast(
    _ type: UInt32, _ payload: BorrowedBytes
  ) throws -> (index: Int, payload: [UInt8])? { try events.upcast(type, payload) }

  @usableFromInline func entityKey(_ id: UUID) -> EntityKey { EntityKey(kind: number, id: id) }

  /// Makes sure that stored states are those of this version of the app.
  ///
  /// - Throws: `StoreError.schemaChanged`.
  func checkOwn() throws { if let foreign { throw foreign.refusal(of: name, revision) } }

  // MARK: Touched entities

  /// Whether any touched entity is to be folded anew.
  @usableFromInline var hasMarked: Bool { touched.hasMarked }

  @usableFromInline var count: Int { touched.entries.count }

  @usableFromInline
  func index(of id: UUID) -> Int? {
    let id = PackedUUID(id)
    if !touched.places.isEmpty { return touched.find(id) }
    for index in touched.entries.indices.reversed() where touched.entries[index].key.packed == id {
      return index
    }
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
  func addTouched(_ id: UUID, _ stored: StoredEntity?) {
    let record = stored?.record ?? EntityRecord()
    touched.entries.append(
      Entry(key: EntityKey(kind: number, id: id), oldRecord: record, record: record))
    if touched.entries.count > 16 { touched.index() }
  }

  @usableFromInline
  func forget() {
    touched.hasMarked = false
    if !touched.failures.isEmpty { touched.failures.removeAll() }
    touched.entries.removeAll()
    touched.places.removeAll()
  }

  // MARK: Events of the draft

  /// Whether an event of the draft can be folded onto the entity's state; else all are folded anew.
  @usableFromInline
  func follows(_ index: Int, _ scope: inout WriteScope) throws -> Bool {
    if touched.entries[index].needsRefold { return false }
    if try scope.follows(touched.entries[index].record) { return true }
    markForRefold(index)
    return false
  }

  /// Notes that an event of the draft was folded.
  @usableFromInline
  func noteFolded(_ index: Int, _ scope: inout WriteScope) {
    touched.entries[index].record.noteFolded(in: scope.draft)
  }

  @usableFromInline
  func markForRefold(_ index: Int) {
    touched.entries[index].needsRefold = true
    touched.hasMarked = true
  }

  /// Adds the event whose payload was written to the draft from `start` on.
  @usableFromInline
  func addEvent(_ index: Int, _ scope: inout WriteScope, typeIndex: Int, from start: Int) {
    addEvent(index, &scope, type: events.numbers[typeIndex], from: start)
  }

  @usableFromInline
  func addEvent(_ index: Int, _ scope: inout WriteScope, type: UInt32, from start: Int) {
    touched.entries[index].record.lastPosition = scope.addEvent(
      type: type, entity: touched.entries[index].key.packed,
      previous: touched.entries[index].record.lastPosition,
      from: start)
    touched.entries[index].record.eventCount += 1
  }

  // MARK: Storing

  /// Starts the row of an entity in `scope.rows.buffers.scratch`; its state follows.
  @usableFromInline
  func beginRow(_ index: Int, _ scope: inout WriteScope, hasState: Bool) throws {
    if touched.entries[index].needsRefold {
      let failures = touched.failures[index] ?? []
      if touched.entries[index].oldRecord.isQuarantined || !failures.isEmpty {
        try scope.quarantine(touched.entries[index].key, failures)
      }
    }
    touched.entries[index].record.hasState = hasState
    touched.entries[index].record.encode(into: &scope.rows.buffers.scratch)
  }

  @usableFromInline
  func endRow(_ index: Int, _ scope: inout WriteScope) throws {
    let key = touched.entries[index].key
    try scope.putEntity(key)
    if let last = greatest, last.precedes(key.packed) { greatest = key.packed }
  }

  @usableFromInline func key(_ index: Int) -> EntityKey { touched.entries[index].key }

  @usableFromInline func record(_ index: Int) -> EntityRecord { touched.entries[index].record }

  @usableFromInline func oldRecord(_ index: Int) -> EntityRecord {
    touched.entries[index].oldRecord
  }

  /// Puts what the events fold to in place of what was folded before.
  @usableFromInline
  func replace(_ index: Int, _ record: EntityRecord, _ failures: [FoldFailure]) {
    touched.entries[index].record = record
    touched.failures[index] = failures.isEmpty ? nil : failures
  }

  /// Puts a record in place of what was known; what was left out before is looked at anew.
  @usableFromInline
  func install(_ index: Int, _ record: EntityRecord) {
    touched.entries[index].record = record
    if touched.entries[index].oldRecord.isQuarantined { markForRefold(index) }
  }

  @usableFromInline func needsRefold(_ index: Int) -> Bool { touched.entries[index].needsRefold }
}

/// The numbers of a kind and its types of events in `names`, which a store gives when it is opened.
@usableFromInline
struct KindNumbers: Sendable {
  let kind: UInt32
  let events: EventTypes
}
