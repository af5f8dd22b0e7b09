/// One kind of entity with its Swift type: decoding and folding. It never changes once the store is
/// open.
///
/// What reads, folds and builds many entities is inlinable, and reached through closures made where
/// the type is known, because a generic that is not compiled for its type costs many times as much.
/// What is asked of one entity at a time is compiled in this module once: an app would compile it
/// for each of its types.
@usableFromInline
final class EntityType<E: Entity>: Sendable {
  @usableFromInline let kind: EntityKind
  /// The relations by which its entities refer to others.
  // Safety: set while the store is opened, before anybody reads.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var links: [RelationLink<E>] = []

  @inlinable
  init(_ numbers: KindNumbers) {
    kind = EntityKind(
      name: E.kind, revision: E.revision, shape: TypeShape.layout(of: E.self), numbers: numbers)
  }

  /// What the engine calls to read. The closures own the type, which refers to nobody who owns
  /// them.
  @inlinable
  func operations() -> ReadOperations {
    ReadOperations(
      folds: { [self] log, id, stored, items in
        let folded = try Refold.fold(self, log, kind.entityKey(id), stored.record, items)
        if try folded.record == stored.record && isStored(folded.state, stored) { return .same }
        return folded.failures.first.map { .failed($0) } ?? .differs
      },
      drift: { [self] log, id, stored in try drift(log, id, stored) },
      checkEvent: { [self] type, payload in _ = try decode(type, payload) },
      checkState: { [self] stored in _ = try state(stored) },
      value: { [self] log, id in try past(log, id)?.state },
      standing: { [self] log, id in try standing(log, kind.entityKey(id)) },
      footing: { [self] log, id in try footing(log, id) },
      circles: { [self] log, keys in try circles(log, with: keys) },
      versions: { [self] log, id in try versions(log, id) },
      setters: { [self] log, id in try setters(log, id) },
      wasMade: { [self] log, id in try wasMade(log, id) },
      endings: { [self] log, id in try endings(log, id) },
      fold: { [self] log, id, stored, writer, isFolded in
        let folded = try Refold.fold(
          self, log, kind.entityKey(id), stored.record, where: isFolded)
        folded.state?.encode(into: &writer)
        return folded.record
      },
      difference: { [self] transaction, first, last, id in
        try History.AnyChange(
          transaction, id, old: past(first, id)?.state, new: past(last, id)?.state)
      })
  }

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
  func version(
    _ box: StateBox<E>?, _ record: EntityRecord, _ key: EntityKey
  ) -> Stamped<E>? {
    guard let box, !box.state.isDeleted else { return nil }
    box.id = key.packed
    box.created = record.created
    box.modified = record.modified
    return Stamped(box)
  }

  /// The entity as its row has it, in a box of its own; nil when it does not exist.
  @inlinable
  func version(_ id: UUID, _ stored: StoredEntity, _ log: LogReader) throws -> Stamped<E>? {
    try seen(
      version(try state(stored).map { StateBox($0) }, stored.record, kind.entityKey(id)), log)
  }

  /// The entity as of the last transaction that the log counts.
  @inlinable
  func past(_ log: LogReader, _ id: UUID) throws -> Stamped<E>? {
    try seen(ownPast(log, id), log)
  }

  /// The same as its own events leave it, whatever relations make of it.
  @inlinable
  func ownPast(_ log: LogReader, _ id: UUID) throws -> Stamped<E>? {
    try folded(log, id).flatMap { version($0.box, $0.record, kind.entityKey(id)) }
  }

  /// A state, and what is stored with it.
  @usableFromInline typealias Boxed = (box: StateBox<E>?, record: EntityRecord)

  /// What an entity's own events fold to, deleted or not; nil when there never was one.
  @inlinable
  func folded(_ log: LogReader, _ id: UUID) throws -> Boxed? {
    guard let stored = try kind.load(log, id) else { return nil }
    let folded = try Refold.fold(self, log, kind.entityKey(id), stored.record)
    // Readers come here on any thread, so the boxes of the writer are not used.
    return (folded.state.map { StateBox($0) }, folded.record)
  }
}
