/// One kind of entity with its Swift type: states, folding, and handing changes to projections.
///
/// Everything is inlinable, and reached through closures made where the type is known, because a
/// generic that is not compiled for its type costs many times as much.
@usableFromInline
final class EntityType<E: Entity> {
  @usableFromInline struct Subscriber {
    @usableFromInline let projection: Int
    @usableFromInline let update: @Sendable (EntityChange<E>, inout Rows) throws -> Void

    @inlinable
    init(
      projection: Int, update: @escaping @Sendable (EntityChange<E>, inout Rows) throws -> Void
    ) {
      self.projection = projection
      self.update = update
    }
  }

  /// Owns this object.
  @usableFromInline unowned(unsafe) let kind: EntityKind
  @exclusivity(unchecked)
  @usableFromInline var subscribers: [Subscriber] = []
  /// The state of each touched entity as the draft leaves it, and as it was before.
  @exclusivity(unchecked)  // confined to the writer thread, and no access calls out
  @usableFromInline var states: ContiguousArray<StateBox<E>?> = []
  @exclusivity(unchecked)
  @usableFromInline var oldStates: ContiguousArray<StateBox<E>?> = []
  @exclusivity(unchecked)
  @usableFromInline var boxes = StateBoxes<E>()

  @inlinable
  init(_ kind: EntityKind) { self.kind = kind }

  /// A kind with its typed half.
  @inlinable
  static func makeKind() -> EntityKind {
    let kind = EntityKind(
      name: E.kind, revision: E.revision, types: E.Event.types, upcasters: E.Event.upcasters)
    let type = EntityType(kind)
    kind.typed = type
    kind.operations = type.operations()
    return kind
  }

  /// Closures do not own the type: the kind that holds them does.
  @inlinable
  func operations() -> EntityOperations {
    var operations = EntityOperations()
    operations.open = { [unowned(unsafe) self] session, id in
      kind.markForRefold(try opened(session, id))
    }
    operations.reopen = { [unowned(unsafe) self] session, id in
      let stored = try kind.load(session.reader, id)
      kind.markForRefold(add(id, stored, (try? boxed(stored)) ?? nil))
    }
    operations.append = { [unowned(unsafe) self] session, type, payload, id in
      if let event = try decode(type, payload) { try append(session, event, id: id) }
    }
    operations.absorb = { [unowned(unsafe) self] session, type, payload, id, refolds in
      try absorb(session, type: type, payload: payload, id: id, refolds: refolds)
    }
    operations.refold = { [unowned(unsafe) self] session in try refold(session) }
    operations.flush = { [unowned(unsafe) self] session in try flush(session) }
    operations.discard = { [unowned(unsafe) self] in forget() }
    operations.build = { [unowned(unsafe) self] session, id, stored in
      try build(session, id, stored)
    }
    operations.reproject = { [unowned(unsafe) self] session, projection, id in
      try reproject(session, projection: projection, id: id)
    }
    operations.folds = { [unowned(unsafe) self] log, id, stored in
      let folded = try Refold.fold(self, log, kind.entityKey(id), stored.record)
      return try folded.record == stored.record && folded.state == state(stored)
    }
    operations.value = { [unowned(unsafe) self] log, id in try past(log, id)?.state }
    operations.fold = { [unowned(unsafe) self] log, id, stored, writer in
      let folded = try Refold.fold(self, log, kind.entityKey(id), stored.record)
      folded.state?.encode(into: &writer)
      return folded.record
    }
    operations.difference = { [unowned(unsafe) self] first, last, id in
      try History.AnyChange(id, old: past(first, id)?.state, new: past(last, id)?.state)
    }
    operations.catchUp = { [unowned(unsafe) self] session, projection, id, log in
      try catchUp(session, projection, id, since: log)
    }
    operations.unsubscribe = { [unowned(unsafe) self] projection in
      subscribers.removeAll { $0.projection == projection }
    }
    return operations
  }

  // MARK: Reading

  /// The event of a stored payload; nil when this schema does not know its type.
  @inlinable
  func decode(_ type: UInt32, _ payload: UnsafeRawBufferPointer) throws -> E.Event? {
    if let index = kind.eventIndex(type) {
      var reader = PayloadReader(payload.bytes)
      return try E.Event.decode(index, from: &reader)
    }
    guard kind.hasUpcasters, let (index, bytes) = try kind.upcast(type, payload) else {
      return nil
    }
    return try bytes.withUnsafeBytes {
      var reader = PayloadReader($0.bytes)
      return try E.Event.decode(index, from: &reader)
    }
  }

  /// The stored state of an entity; nil when there is none.
  @inlinable
  func state(_ stored: StoredEntity?) throws -> E? {
    guard let bytes = stored?.state else { return nil }
    var reader = PayloadReader(bytes.bytes)
    return try E(from: &reader)
  }

  /// What readers and projections see of a state.
  @inlinable
  func version(_ box: StateBox<E>?, _ record: EntityRecord) -> Version<E>? {
    guard let box, !box.pointer.pointee.isDeleted else { return nil }
    return Version(box: box, created: record.created, modified: record.modified)
  }

  /// The stored state of an entity in a box; nil when there is none.
  @inlinable
  func boxed(_ stored: StoredEntity?) throws -> StateBox<E>? {
    guard let bytes = stored?.state else { return nil }
    var reader = PayloadReader(bytes.bytes)
    return boxes.box(try E(from: &reader))
  }

  /// A state in a box.
  @inlinable
  func boxed(_ state: consuming E?) -> StateBox<E>? {
    switch consume state {
    case .some(let state): boxes.box(state)
    case .none: nil
    }
  }

  // MARK: Writing

  /// The entity as the transaction being written leaves it so far.
  @inlinable
  func current(_ session: WriteSession, id: UUID) throws -> E? {
    let found: E?
    if let index = kind.index(of: id) {
      found = states[index]?.pointer.pointee
    } else {
      found = try state(kind.load(session.reader, id))
    }
    guard let found, !found.isDeleted else { return nil }
    return found
  }

  /// Takes an event into the transaction being written.
  @inlinable
  func append(_ session: WriteSession, _ event: E.Event, id: UUID) throws {
    let index = try opened(session, id)
    if try kind.follows(index, session) {
      try fold(index, event, EventContext(id: id, time: session.draft.stampTime))
      kind.take(index, session)
    }
    let start = session.draft.payloads.count
    event.encode(into: &session.draft.payloads)
    kind.add(index, session, typeIndex: event.typeIndex, from: start)
  }

  /// Folds an event onto the state at a place; what throws leaves it as it was.
  @inlinable
  func fold(_ index: Int, _ event: E.Event, _ context: EventContext) throws {
    // A state is copied, an optional one only moved: its copy costs several times as much.
    var state: E?
    if let box = states[index] { state = .some(box.pointer.pointee) }
    try E.fold(&state, event, context)
    replace(index, state.take())
  }

  /// Puts a state in place of the present one, which stays as it is for those who hold it.
  @inlinable
  func replace(_ index: Int, _ state: consuming E?) {
    let next = boxed(consume state)
    boxes.recycle(&states[index])
    states[index] = next
  }

  @inlinable
  func absorb(
    _ session: WriteSession, type: UInt32, payload: UnsafeRawBufferPointer, id: UUID, refolds: Bool
  ) throws {
    let index = try opened(session, id)
    if refolds { kind.markForRefold(index) }
    if try kind.follows(index, session) {
      do {
        if let event = try decode(type, payload) {
          try fold(index, event, EventContext(id: id, time: session.draft.stampTime))
        }
        kind.take(index, session)
      } catch {
        // The refold notes what it leaves out.
        kind.markForRefold(index)
      }
    }
    let start = session.draft.payloads.count
    session.draft.payloads.raw(payload)
    kind.add(index, session, type: type, from: start)
  }

  @inlinable
  func refold(_ session: WriteSession) throws {
    for index in 0..<kind.count where kind.needsRefold(index) {
      let folded = try Refold.fold(self, session.reader, kind.key(index), kind.record(index))
      replace(index, folded.state)
      kind.replace(index, folded.record, folded.failures)
    }
  }

  @inlinable
  func flush(_ session: WriteSession) throws {
    for index in 0..<kind.count {
      try kind.beginRow(index, session, hasState: states[index] != nil)
      states[index]?.pointer.pointee.encode(into: &session.scratch)
      try kind.endRow(index, session)
      if subscribers.isEmpty { continue }
      let key = kind.key(index)
      let change = EntityChange(
        id: key.id, old: version(oldStates[index], kind.oldRecord(index)),
        new: version(states[index], kind.record(index)))
      if change.old == nil, change.new == nil { continue }
      for subscriber in subscribers {
        try session.project(subscriber.projection, key, change, subscriber.update)
      }
    }
    forget()
  }

  // MARK: Building

  @inlinable
  func build(_ session: WriteSession, _ id: UUID, _ stored: StoredEntity) throws {
    guard subscribers.contains(where: { session.isBuilding($0.projection) }) else { return }
    if session.isPast(kind.entityKey(id), stored) {
      return try build(session, id, past(session.reader, id))
    }
    var box = try boxed(stored)
    try build(session, id, version(box, stored.record))
    boxes.recycle(&box)
  }

  @inlinable
  func build(_ session: WriteSession, _ id: UUID, _ version: Version<E>?) throws {
    guard let version else { return }
    let change = EntityChange(id: id, old: nil, new: version)
    for subscriber in subscribers where session.isBuilding(subscriber.projection) {
      try session.build(subscriber.projection, kind.entityKey(id), change, subscriber.update)
    }
  }

  @inlinable
  func reproject(_ session: WriteSession, projection: Int, id: UUID) throws {
    let stored = try kind.load(session.reader, id)
    let new = try stored.flatMap { version(try boxed($0), $0.record) }
    let change = EntityChange(id: id, old: nil, new: new)
    for subscriber in subscribers where subscriber.projection == projection {
      try session.project(projection, kind.entityKey(id), change, subscriber.update)
    }
  }

  @inlinable
  func catchUp(
    _ session: WriteSession, _ projection: Int, _ id: UUID, since log: LogReader
  ) throws {
    let stored = try kind.load(session.reader, id)
    let change = EntityChange(
      id: id, old: try past(log, id),
      new: try stored.flatMap { version(try boxed($0), $0.record) })
    if change.old == nil, change.new == nil { return }
    for subscriber in subscribers where subscriber.projection == projection {
      try session.take(
        change, kind.entityKey(id), projection, isBuilding: false, subscriber.update)
    }
  }

  /// The entity as of the last transaction that the log counts.
  @inlinable
  func past(_ log: LogReader, _ id: UUID) throws -> Version<E>? {
    guard let stored = try kind.load(log, id) else { return nil }
    let folded = try Refold.fold(self, log, kind.entityKey(id), stored.record)
    return version(boxed(folded.state), folded.record)
  }

  // MARK: Parts

  /// The place of an entity among the touched ones.
  @inlinable
  func opened(_ session: WriteSession, _ id: UUID) throws -> Int {
    if let index = kind.index(of: id) { return index }
    let stored = try kind.load(session.reader, id)
    return add(id, stored, try boxed(stored))
  }

  @inlinable
  func add(_ id: UUID, _ stored: StoredEntity?, _ box: StateBox<E>?) -> Int {
    kind.add(id, stored)
    states.append(box)
    oldStates.append(box)
    return states.count - 1
  }

  @inlinable
  func forget() {
    kind.forget()
    // What both hold is free after the second.
    boxes.recycle(&states)
    boxes.recycle(&oldStates)
  }
}
