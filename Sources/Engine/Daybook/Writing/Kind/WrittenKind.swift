/// A kind of entity of the schema as the writer has it.
@usableFromInline
final class WrittenKind {
  /// What readers know of it.
  let known: KnownKind
  /// The type of its entities.
  let id: ObjectIdentifier
  /// The `WrittenType` of the kind.
  let typed: AnyObject
  /// The type of its events.
  let eventID: ObjectIdentifier
  /// The `EventSink` of the kind.
  let sink: AnyObject
  /// What the `WrittenType` does.
  let operations: WriteOperations
  // Safety: `typed` owns them; only who has the one `WriteScope` comes here.
  private let records: UnsafeMutablePointer<TouchedRecords>

  @usableFromInline
  init(
    _ known: KnownKind, _ id: ObjectIdentifier, typed: AnyObject,
    events: ObjectIdentifier, sink: AnyObject, records: UnsafeMutablePointer<TouchedRecords>,
    _ operations: WriteOperations
  ) {
    self.known = known
    self.id = id
    self.typed = typed
    eventID = events
    self.sink = sink
    self.operations = operations
    self.records = records
  }

  var name: String { known.name }
  var number: UInt32 { known.number }
  var revision: Int { known.revision }
  var storedRevision: UInt32 { known.storedRevision }
  var fingerprint: String { known.fingerprint }
  var events: EventTypes { known.events }

  /// Whether its entities refer to others by a relation.
  var isRelated = false
  /// How many of its entities the transaction being written touches.
  var touchedCount: Int { records.pointee.count }
  /// Whether the transaction being written touches entities of the kind.
  var isTouched: Bool { records.pointee.count > 0 }
  /// Its place among the kinds of the writer.
  var place: Int {
    get { Int(records.pointee.place) }
    set { records.pointee.place = UInt16(newValue) }
  }
  /// Whether any touched entity is merged into another one, or was before the draft.
  var hasMerged: Bool { records.pointee.hasMerged }
  /// Whether any touched entity is to be folded anew.
  var hasMarked: Bool { records.pointee.hasMarked }

  /// The entities that the transaction being written touches, the first ones of many.
  func touched(atMost limit: Int) -> [UUID] {
    (0..<min(records.pointee.count, limit)).map { records.pointee.key($0).id }
  }

  /// How another version of the app folds the kind; nil when stored states are those of this one.
  var foreign: KindDefinition? {
    get { records.pointee.foreign }
    set { records.pointee.foreign = newValue }
  }

  /// Makes sure that stored states are those of this version of the app.
  ///
  /// - Throws: `StoreError.schemaChanged`.
  func checkOwn() throws { try records.pointee.checkOwn() }

  /// Forgets which entity is the greatest one: another process has written.
  func forgetGreatest() { records.pointee.greatest = nil }
}
