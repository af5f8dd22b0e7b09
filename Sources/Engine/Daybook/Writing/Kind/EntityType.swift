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

  /// What the transaction being written touches of the kind.
  @usableFromInline struct Touched: ~Copyable {
    /// The state of each entity as the draft leaves it, and as it was before.
    @usableFromInline var states = UnsharedArray<StateBox<E>?>()
    @usableFromInline var oldStates = UnsharedArray<StateBox<E>?>()
    @usableFromInline var boxes = StateBoxes<E>()
    /// What projections do with the changes.
    @usableFromInline var subscribers: [Subscriber] = []

    @inlinable init() {}
  }

  @usableFromInline let kind: EntityKind
  // Safety: only who has the one `WriteScope` comes here, and no access calls anybody who does too.
  @exclusivity(unchecked)
  @usableFromInline var touched = Touched()

  @inlinable
  init(_ kind: EntityKind) { self.kind = kind }

  /// A kind with both halves.
  @inlinable
  static func makeKind(_ numbers: KindNumbers) -> KnownKind {
    let type = EntityType(
      EntityKind(
        name: E.kind, revision: E.revision, shape: TypeShape.layout(of: E.self),
        numbers: numbers))
    return KnownKind(type.kind, typed: type, operations: type.operations())
  }

  /// What the engine calls. The closures own the type, which refers to nobody who owns them.
  @inlinable
  func operations() -> EntityOperations {
    var operations = EntityOperations()
    operations.markForRefold = { [self] scope, id in
      kind.markForRefold(try touch(&scope, id))
    }
    operations.markUnreadable = { [self] scope, id in
      let stored = try kind.load(scope.reader, id)
      kind.markForRefold(addTouched(id, stored, (try? boxed(stored)) ?? nil))
    }
    operations.append = { [self] scope, type, payload, id in
      if let event = try decode(type, payload) { try append(&scope, event, id: id) }
    }
    operations.absorb = { [self] scope, type, payload, id, refolds in
      try absorb(&scope, type: type, payload: payload, id: id, refolds: refolds)
    }
    operations.refold = { [self] scope in try refold(&scope) }
    operations.flush = { [self] scope in try flush(&scope) }
    operations.discard = { [self] in forget() }
    operations.build = { [self] scope, id, stored in try build(&scope, id, stored) }
    operations.reproject = { [self] scope, projection, id in
      try reproject(&scope, projection: projection, id: id)
    }
    operations.folds = { [self] log, id, stored in
      let folded = try Refold.fold(self, log, kind.entityKey(id), stored.record)
      return try folded.record == stored.record && isStored(folded.state, stored)
    }
    operations.checkEvent = { [self] type, payload in
      _ = try decode(type, payload)
    }
    operations.checkState = { [self] stored in _ = try state(stored) }
    operations.value = { [self] log, id in try past(log, id)?.state }
    operations.versions = { [self] log, id in try versions(log, id) }
    operations.fold = { [self] log, id, stored, writer, isFolded in
      let folded = try Refold.fold(
        self, log, kind.entityKey(id), stored.record, where: isFolded)
      folded.state?.encode(into: &writer)
      return folded.record
    }
    operations.install = { [self] scope, id, stored in try install(&scope, id, stored) }
    operations.difference = { [self] first, last, id in
      try History.AnyChange(id, old: past(first, id)?.state, new: past(last, id)?.state)
    }
    operations.catchUp = { [self] scope, projection, slot, id, then, now in
      try catchUp(&scope, projection, slot, id, from: then, to: now)
    }
    operations.subscribe = { [self] projection, handler in
      // Safety: `TypeRegistry` hands a handler to the type that it is made for.
      let handler = unsafeDowncast(handler, to: ChangeHandler<E>.self)
      touched.subscribers.append(Subscriber(projection: projection, update: handler.update))
      handler.touched?.find = { [type = Unmanaged.passUnretained(self)] id in
        // Safety: the type owns the handler, and calls it.
        type._withUnsafeGuaranteedRef { $0.touchedState(id) }
      }
    }
    operations.unsubscribe = { [self] projection in
      touched.subscribers.removeAll { $0.projection == projection }
    }
    return operations
  }

  // MARK: Reading

  /// The event of a stored payload; nil when this schema does not know its type.
  @inlinable
  func decode(_ type: UInt32, _ payload: BorrowedBytes) throws -> E.Event? {
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

  /// Whether a state is the stored one: by their bytes, because a NaN does not equal itself.
  @inlinable
  func isStored(_ state: E?, _ stored: StoredEntity) throws -> Bool {
    guard let state, let bytes = stored.state else { return state == nil && stored.state == nil }
    var folded = PayloadWriter()
    state.encode(into: &folded)
    if folded.bytes.elementsEqual(bytes) { return true }
    // An older version of the app may have written the same state in another way.
    var again = PayloadWriter()
    try self.state(stored)?.encode(into: &again)
    return folded.bytes.elementsEqual(again.bytes)
  }

  /// What readers and projections see of a state; one box makes one version.
  @inlinable
  func version(_ box: StateBox<E>?, _ record: EntityRecord) -> Stamped<E>? {
    guard let box, !box.pointer.pointee.isDeleted else { return nil }
    box.created = record.created
    box.modified = record.modified
    return Stamped(box)
  }

  /// The stored state of an entity in a box; nil when there is none.
  @inlinable
  func boxed(_ stored: StoredEntity?) throws -> StateBox<E>? {
    guard let bytes = stored?.state else { return nil }
    var reader = PayloadReader(bytes.bytes)
    return touched.boxes.box(try E(from: &reader))
  }

  /// A state in a box.
  @inlinable
  func boxed(_ state: consuming E?) -> StateBox<E>? {
    switch consume state {
    case .some(let state): touched.boxes.box(state)
    case .none: nil
    }
  }
}
