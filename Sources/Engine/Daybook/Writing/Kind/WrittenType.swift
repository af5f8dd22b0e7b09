/// One kind of entity as the writer has it, with its Swift type: appending, storing, and handing
/// changes to projections.
///
/// What appends, stores, builds, catches up and hands each entity to a projection is inlinable, and
/// reached through closures made where the type is known, as in `EntityType`.
@usableFromInline
final class WrittenType<E: Entity> {
  @usableFromInline struct Subscriber {
    @usableFromInline let projection: Int
    @usableFromInline let update: @Sendable (EntityChange<E>, inout Rows) throws -> Void
    /// The relation that it keeps the index of; nil for others.
    @usableFromInline let link: RelationLink<E>?
    /// What it does in place of `update`.
    @usableFromInline let references: (@Sendable (RelationChange, inout Rows) throws -> Void)?

    @inlinable
    init(
      projection: Int, link: RelationLink<E>?,
      references: (@Sendable (RelationChange, inout Rows) throws -> Void)?,
      update: @escaping @Sendable (EntityChange<E>, inout Rows) throws -> Void
    ) {
      self.projection = projection
      self.link = link
      self.references = references
      self.update = update
    }
  }

  /// What the transaction being written touches of the kind.
  @usableFromInline struct Touched: ~Copyable {
    /// The state of each entity as the draft leaves it, and as it was before.
    @usableFromInline var states = UnsharedArray<StateBox<E>?>()
    @usableFromInline var oldStates = UnsharedArray<StateBox<E>?>()
    @usableFromInline var boxes = StateBoxes<E>()
    /// What relations and merges make of each; empty where nobody asks for that.
    @usableFromInline var effects: [RelationEffects<E>] = []
    /// What projections do with the changes.
    @usableFromInline var subscribers: [Subscriber] = []

    @inlinable init() {}
  }

  @usableFromInline let type: EntityType<E>
  // Safety: both are set up by `init` and freed by `deinit`; only the owner of the one `WriteScope`
  // comes here, and no access calls anybody who does too.
  @usableFromInline let recordsPointer: UnsafeMutablePointer<TouchedRecords>
  @usableFromInline let touchedPointer: UnsafeMutablePointer<Touched>

  /// What the transaction being written touches, without states.
  @inlinable var records: TouchedRecords {
    @inline(__always)
    unsafeAddress { UnsafePointer(recordsPointer) }
    @inline(__always)
    unsafeMutableAddress { recordsPointer }
  }

  /// The states of the same entities.
  @inlinable var touched: Touched {
    @inline(__always)
    unsafeAddress { UnsafePointer(touchedPointer) }
    @inline(__always)
    unsafeMutableAddress { touchedPointer }
  }

  @inlinable
  init(_ type: EntityType<E>) {
    self.type = type
    recordsPointer = .allocate(capacity: 1)
    recordsPointer.initialize(to: TouchedRecords(type.kind))
    touchedPointer = .allocate(capacity: 1)
    touchedPointer.initialize(to: Touched())
  }

  @inlinable
  deinit {
    recordsPointer.deinitialize(count: 1)
    recordsPointer.deallocate()
    touchedPointer.deinitialize(count: 1)
    touchedPointer.deallocate()
  }

  /// A kind with both halves.
  @inlinable
  static func makeKind(_ numbers: KindNumbers) -> WrittenKind {
    let written = WrittenType(EntityType(numbers))
    return WrittenKind(
      KnownKind(written.type), ObjectIdentifier(E.self), typed: written,
      events: ObjectIdentifier(E.Event.self), sink: written.sink(),
      records: written.recordsPointer, written.operations())
  }

  /// What appends call that know the type of the event only.
  @inlinable
  func sink() -> EventSink<E.Event> {
    EventSink { [self] scope, event, id in try append(&scope, event, id: id) }
  }

  /// What the engine calls. The closures own the type, which refers to nobody who owns them.
  @inlinable
  func operations() -> WriteOperations {
    var operations = WriteOperations()
    operations.markForRefold = { [self] scope, id in
      records.markForRefold(try touch(&scope, id))
    }
    operations.markUnreadable = { [self] scope, id in
      let stored = try type.kind.load(scope.reader, id)
      records.markForRefold(addTouched(&scope, id, stored, (try? boxed(stored)) ?? nil))
    }
    operations.append = { [self] scope, number, payload, id in
      if let event = try type.decode(number, payload) { try append(&scope, event, id: id) }
    }
    operations.absorb = { [self] scope, number, payload, id, refolds in
      try absorb(&scope, type: number, payload: payload, id: id, refolds: refolds)
    }
    operations.refold = { [self] scope in try refold(&scope) }
    operations.store = { [self] scope in try store(&scope) }
    operations.project = { [self] scope, count in try project(&scope, count) }
    operations.discard = { [self] in forget() }
    operations.build = { [self] scope, id, stored in try build(&scope, id, stored) }
    operations.makeShare = { [self] in
      let share = EntityShare(type, touched.subscribers)
      return { scope, id, stored in try share.build(&scope, id, stored) }
    }
    operations.reproject = { [self] scope, projection, id in
      try reproject(&scope, projection: projection, id: id)
    }
    operations.checkRows = { [self] scope, id in try checkRows(&scope, id) }
    operations.install = { [self] scope, id, stored in try install(&scope, id, stored) }
    operations.catchUp = { [self] scope, projection, slot, id, then, now in
      try catchUp(&scope, projection, slot, id, from: then, to: now)
    }
    operations.contribute = { [self] scope, projection, slot, id, trace in
      try contribute(&scope, projection, slot, id, trace)
    }
    operations.subscribe = { [self] projection, handler in
      // Safety: `WriteScope.follow` hands a handler to the type that it is made for.
      let handler = unsafeDowncast(handler, to: ChangeHandler<E>.self)
      touched.subscribers.append(
        Subscriber(
          projection: projection,
          link: type.links.first { $0.access.name == handler.relation },
          references: handler.references, update: handler.update))
      handler.touched?.find = { [written = Unmanaged.passUnretained(self)] id in
        // Safety: the type owns the handler, and calls it.
        written._withUnsafeGuaranteedRef { $0.touchedState(id) }
      }
      handler.touched?.keeper = { [written = Unmanaged.passUnretained(self)] id in
        // Safety: as above.
        written._withUnsafeGuaranteedRef { $0.touchedKeeper(id) }
      }
    }
    addRelations(to: &operations)
    operations.unsubscribe = { [self] projection in
      touched.subscribers.removeAll { $0.projection == projection }
    }
    return operations
  }

  // MARK: Boxes

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
