/// What the engine knows of one kind of entity, without its Swift type.
class AnyEntityType {
  /// The stable name.
  let kind: String
  /// Names and versions of the events, for the fingerprint.
  let fingerprint: String
  /// The version of the fold.
  let revision: Int
  /// The number of the kind in `names`; set when the schema is resolved.
  var number: UInt16 = 0

  init(kind: String, revision: Int, fingerprint: String) {
    self.kind = kind
    self.revision = revision
    self.fingerprint = fingerprint
  }

  func addTypes(_ resolve: (EventType) throws -> UInt32) rethrows {}
  func flush(_ session: WriteSession) throws {}
  func discard() {}
  func knows(_ type: UInt32) -> Bool { false }
  func unsubscribe(_ projection: Int) {}
  func open(_ session: WriteSession, id: UUID) throws {}
  func absorb(
    _ session: WriteSession, type: UInt32, payload: UnsafeRawBufferPointer, id: UUID, refolds: Bool
  ) throws {}
  func refold(_ session: WriteSession) throws {}
  func reproject(_ session: WriteSession, projection: Int, id: UUID) throws {}
  func build(
    _ session: WriteSession, projection: Int, id: UUID, record: EntityRecord,
    state: UnsafeRawBufferPointer
  ) throws {}
  func folds(
    _ reader: LogReader, id: UUID, record: EntityRecord, state: UnsafeRawBufferPointer
  ) throws -> Bool { true }
}

/// One kind of entity: decoding, folding and handing changes to projections.
final class EntityType<E: Entity>: AnyEntityType {
  struct Subscriber {
    let projection: Int
    let update: @Sendable (EntityChange<E>, inout Rows) throws -> Void
  }

  /// An entity that the transaction being written touches.
  struct Pending {
    let id: UUID
    let key: EntityKey
    /// As stored before the transaction; the state may be a deleted one.
    let oldRecord: EntityRecord
    let oldState: E?
    var record: EntityRecord
    var state: E?
    var needsRefold = false
    /// What the last refold left out.
    var failures: [FoldFailure] = []
  }

  var subscribers: [Subscriber] = []
  private var pending: ContiguousArray<Pending> = []
  /// Where each pending entity is, once there are too many to look through.
  private var places: [UUID: Int] = [:]
  /// The number in `names` of each of the event's types.
  private(set) var typeNumbers: [UInt32] = []
  /// How each stored type is decoded.
  private var decodings: [UInt32: Decoding] = [:]

  private struct Decoding {
    let index: Int
    let upcasters: [Upcaster]
  }

  init() {
    let events = E.Event.types.map(\.description) + E.Event.upcasters.map(\.from.description)
    super.init(
      kind: E.kind, revision: E.revision,
      fingerprint: "\(E.kind)@\(E.revision):" + events.joined(separator: ","))
  }

  // MARK: Types

  override func addTypes(_ resolve: (EventType) throws -> UInt32) rethrows {
    typeNumbers = try E.Event.types.map { try resolve($0) }
    for (index, number) in typeNumbers.enumerated() {
      decodings[number] = Decoding(index: index, upcasters: [])
    }
    for upcaster in E.Event.upcasters {
      guard let chain = path(from: upcaster.from) else { continue }
      let number = try resolve(upcaster.from)
      decodings[number] = decodings[number] ?? chain
    }
  }

  override func knows(_ type: UInt32) -> Bool { decodings[type] != nil }

  private func path(from type: EventType) -> Decoding? {
    var type = type
    var chain: [Upcaster] = []
    while chain.count <= E.Event.upcasters.count {
      if let index = E.Event.types.firstIndex(of: type) {
        return Decoding(index: index, upcasters: chain)
      }
      guard let step = E.Event.upcasters.first(where: { $0.from == type }) else { return nil }
      chain.append(step)
      type = step.to
    }
    return nil
  }

  /// The event of a stored payload; nil when this schema does not know its type.
  func decode(_ type: UInt32, _ payload: UnsafeRawBufferPointer) throws -> E.Event? {
    guard let decoding = decodings[type] else { return nil }
    var reader = PayloadReader(payload.bytes)
    if decoding.upcasters.isEmpty { return try E.Event.decode(decoding.index, from: &reader) }
    var bytes = [UInt8](payload)
    for upcaster in decoding.upcasters {
      var writer = PayloadWriter(capacity: bytes.count * 2)
      try bytes.withUnsafeBytes {
        var old = PayloadReader($0.bytes)
        try upcaster.transform(&old, &writer)
      }
      bytes = writer.array
    }
    return try bytes.withUnsafeBytes {
      var current = PayloadReader($0.bytes)
      return try E.Event.decode(decoding.index, from: &current)
    }
  }

  // MARK: Writing

  /// The entity as the transaction being written leaves it so far.
  func current(_ session: WriteSession, id: UUID) throws -> E? {
    let state =
      if let index = index(of: id) { pending[index].state } else {
        try load(session.reader, id)?.state
      }
    guard let state, !state.isDeleted else { return nil }
    return state
  }

  /// Takes an event into the transaction being written.
  func append(_ session: WriteSession, _ event: E.Event, id: UUID) throws {
    let index = try opened(session, id: id)
    if try session.follows(pending[index].record) {
      var state = pending[index].state
      try E.fold(&state, event, EventContext(id: id, time: session.draft.stampTime))
      pending[index].state = state
      pending[index].record.take(session.draft)
    } else {
      pending[index].needsRefold = true
    }
    let previous = pending[index].record.lastPosition
    pending[index].record.lastPosition = session.add(
      type: typeNumbers[event.typeIndex], entity: id, previous: previous
    ) { event.encode(into: &$0) }
    pending[index].record.eventCount += 1
  }

  /// Takes a stored or foreign event into the transaction being written, whatever it holds.
  override func absorb(
    _ session: WriteSession, type: UInt32, payload: UnsafeRawBufferPointer, id: UUID, refolds: Bool
  ) throws {
    let index = try opened(session, id: id)
    if refolds { pending[index].needsRefold = true }
    if !pending[index].needsRefold, try session.follows(pending[index].record) {
      do {
        if let event = try decode(type, payload) {
          var state = pending[index].state
          try E.fold(&state, event, EventContext(id: id, time: session.draft.stampTime))
          pending[index].state = state
        }
        pending[index].record.take(session.draft)
      } catch {
        // The refold notes what it leaves out.
        pending[index].needsRefold = true
      }
    } else {
      pending[index].needsRefold = true
    }
    let previous = pending[index].record.lastPosition
    pending[index].record.lastPosition = session.add(type: type, entity: id, previous: previous) {
      $0.raw(payload)
    }
    pending[index].record.eventCount += 1
  }

  override func open(_ session: WriteSession, id: UUID) throws {
    pending[try opened(session, id: id)].needsRefold = true
  }

  override func discard() { forget() }

  override func unsubscribe(_ projection: Int) {
    subscribers.removeAll { $0.projection == projection }
  }

  /// Folds anew what a late event or a retraction touched; the events are in the log by now.
  override func refold(_ session: WriteSession) throws {
    for index in pending.indices where pending[index].needsRefold {
      let folded = try Refold.fold(self, session.reader, pending[index].key, pending[index].record)
      pending[index].state = folded.state
      pending[index].record = folded.record
      pending[index].failures = folded.failures
      pending[index].record.isQuarantined = !folded.failures.isEmpty
    }
  }

  /// Stores the touched entities and hands their changes to the projections.
  override func flush(_ session: WriteSession) throws {
    for entry in pending {
      if entry.needsRefold, entry.oldRecord.isQuarantined || !entry.failures.isEmpty {
        try session.quarantine(entry.key, entry.failures)
      }
      var record = entry.record
      record.hasState = entry.state != nil
      record.encode(into: &session.scratch)
      entry.state?.encode(into: &session.scratch)
      try session.putEntity(entry.key, session.scratch.bytes)
      let change = EntityChange(
        id: entry.id, old: version(entry.oldState, entry.oldRecord),
        new: version(entry.state, record))
      if change.old == nil, change.new == nil { continue }
      for subscriber in subscribers {
        try session.project(subscriber.projection, entry.key, change, subscriber.update)
      }
    }
    forget()
  }

  /// Lets a projection try again to take in the entity as it is.
  override func reproject(_ session: WriteSession, projection: Int, id: UUID) throws {
    let stored = try load(session.reader, id)
    let new = stored.flatMap { version($0.state, $0.record) }
    let change = EntityChange(id: id, old: nil, new: new)
    for subscriber in subscribers where subscriber.projection == projection {
      try session.project(
        projection, EntityKey(kind: number, id: id), change, subscriber.update)
    }
  }

  override func build(
    _ session: WriteSession, projection: Int, id: UUID, record: EntityRecord,
    state: UnsafeRawBufferPointer
  ) throws {
    guard let version = version(try Self.decodeState(record, state), record) else { return }
    let change = EntityChange(id: id, old: nil, new: version)
    for subscriber in subscribers where subscriber.projection == projection {
      try session.build(
        projection, EntityKey(kind: number, id: id), change, subscriber.update)
    }
  }

  /// Whether the stored state is what the events fold to.
  override func folds(
    _ reader: LogReader, id: UUID, record: EntityRecord, state: UnsafeRawBufferPointer
  ) throws -> Bool {
    let folded = try Refold.fold(self, reader, EntityKey(kind: number, id: id), record)
    return try folded.record == record && folded.state == Self.decodeState(record, state)
  }

  // MARK: Parts

  private func index(of id: UUID) -> Int? {
    places.isEmpty ? pending.lastIndex { $0.id == id } : places[id]
  }

  private func forget() {
    pending.removeAll(keepingCapacity: true)
    if !places.isEmpty { places.removeAll(keepingCapacity: true) }
  }

  private func opened(_ session: WriteSession, id: UUID) throws -> Int {
    if let index = index(of: id) { return index }
    let stored = try load(session.reader, id)
    let record = stored?.record ?? EntityRecord()
    pending.append(
      Pending(
        id: id, key: EntityKey(kind: number, id: id), oldRecord: record, oldState: stored?.state,
        record: record, state: stored?.state))
    if pending.count > 16 {
      if places.isEmpty { for (place, entry) in pending.enumerated() { places[entry.id] = place } }
      places[id] = pending.count - 1
    }
    return pending.count - 1
  }

  /// The stored record and state of an entity; nil when the log knows nothing of it.
  func load(_ reader: LogReader, _ id: UUID) throws -> (record: EntityRecord, state: E?)? {
    try reader.withEntity(EntityKey(kind: number, id: id)) { record, bytes in
      (record, try Self.decodeState(record, bytes))
    }
  }

  static func decodeState(_ record: EntityRecord, _ bytes: UnsafeRawBufferPointer) throws -> E? {
    guard record.hasState else { return nil }
    var reader = PayloadReader(bytes.bytes)
    return try E(from: &reader)
  }

  private func version(_ state: E?, _ record: EntityRecord) -> Version<E>? {
    guard let state, !state.isDeleted else { return nil }
    return Version(state: state, created: record.created, modified: record.modified)
  }
}
