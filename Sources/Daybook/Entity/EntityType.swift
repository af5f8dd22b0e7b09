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

  /// Owns this object until `EntityKind.dissolve`.
  @usableFromInline let kind: EntityKind
  @exclusivity(unchecked)
  @usableFromInline var subscribers: [Subscriber] = []
  /// The state of each touched entity as the draft leaves it, and as it was before.
  @exclusivity(unchecked)  // confined to the writer thread, and no access calls out
  @usableFromInline var states = UnsharedArray<StateBox<E>?>()
  @exclusivity(unchecked)
  @usableFromInline var oldStates = UnsharedArray<StateBox<E>?>()
  @exclusivity(unchecked)
  @usableFromInline var boxes = StateBoxes<E>()

  @inlinable
  init(_ kind: EntityKind) { self.kind = kind }

  /// A kind with its typed half.
  @inlinable
  static func makeKind() -> EntityKind {
    let kind = EntityKind(
      name: E.kind, revision: E.revision, shape: TypeShape.layout(of: E.self),
      types: E.Event.types, upcasters: E.Event.upcasters)
    let type = EntityType(kind)
    kind.typed = type
    kind.operations = type.operations()
    return kind
  }

  /// Closures do not own the type: the kind that holds them does.
  @inlinable
  func operations() -> EntityOperations {
    var operations = EntityOperations()
    operations.open = { [unowned(unsafe) self] scope, id in
      kind.markForRefold(try opened(&scope, id))
    }
    operations.reopen = { [unowned(unsafe) self] scope, id in
      let stored = try kind.load(scope.reader, id)
      kind.markForRefold(add(id, stored, (try? boxed(stored)) ?? nil))
    }
    operations.append = { [unowned(unsafe) self] scope, type, payload, id in
      if let event = try decode(type, payload) { try append(&scope, event, id: id) }
    }
    operations.absorb = { [unowned(unsafe) self] scope, type, payload, id, refolds in
      try absorb(&scope, type: type, payload: payload, id: id, refolds: refolds)
    }
    operations.refold = { [unowned(unsafe) self] scope in try refold(&scope) }
    operations.flush = { [unowned(unsafe) self] scope in try flush(&scope) }
    operations.discard = { [unowned(unsafe) self] in forget() }
    // Unmanaged: an unowned reference is counted at each call.
    operations.build = { [type = Unmanaged.passUnretained(self)] scope, id, stored in
      try type._withUnsafeGuaranteedRef { try $0.build(&scope, id, stored) }
    }
    operations.reproject = { [unowned(unsafe) self] scope, projection, id in
      try reproject(&scope, projection: projection, id: id)
    }
    operations.folds = { [unowned(unsafe) self] log, id, stored in
      let folded = try Refold.fold(self, log, kind.entityKey(id), stored.record)
      return try folded.record == stored.record && isStored(folded.state, stored)
    }
    operations.checkEvent = { [unowned(unsafe) self] type, payload in
      _ = try decode(type, payload)
    }
    operations.checkState = { [unowned(unsafe) self] stored in _ = try state(stored) }
    operations.value = { [unowned(unsafe) self] log, id in try past(log, id)?.state }
    operations.versions = { [unowned(unsafe) self] log, id in try versions(log, id) }
    operations.fold = { [unowned(unsafe) self] log, id, stored, writer in
      let folded = try Refold.fold(self, log, kind.entityKey(id), stored.record)
      folded.state?.encode(into: &writer)
      return folded.record
    }
    operations.difference = { [unowned(unsafe) self] first, last, id in
      try History.AnyChange(id, old: past(first, id)?.state, new: past(last, id)?.state)
    }
    operations.catchUp = { [unowned(unsafe) self] scope, projection, slot, id, then, now in
      try catchUp(&scope, projection, slot, id, from: then, to: now)
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
  func version(_ box: StateBox<E>?, _ record: EntityRecord) -> Version<E>? {
    guard let box, !box.pointer.pointee.isDeleted else { return nil }
    box.created = record.created
    box.modified = record.modified
    return Version(box)
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
}
