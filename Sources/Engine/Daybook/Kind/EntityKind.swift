/// What the engine knows of one kind of entity without its Swift type; it never changes.
///
/// Decoding and folding need the type and are in `EntityType`, which is compiled for each type in
/// the module that declares it; the rest is here, once.
@usableFromInline
final class EntityKind: Sendable {
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
  /// The number of the kind in `names`.
  @usableFromInline let number: UInt32

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

  /// The place of a current type of event in `EntityEvent.types`.
  @usableFromInline func eventIndex(_ type: UInt32) -> Int? { events.index(of: type) }

  @usableFromInline
  func upcast(
    _ type: UInt32, _ payload: BorrowedBytes
  ) throws -> (index: Int, payload: [UInt8])? { try events.upcast(type, payload) }

  @usableFromInline func entityKey(_ id: UUID) -> EntityKey { EntityKey(kind: number, id: id) }

  /// What is stored of an entity; the bytes of the state are valid until the next change.
  @usableFromInline
  func load(_ log: LogReader, _ id: UUID) throws -> StoredEntity? {
    try log.withEntity(entityKey(id)) { record, bytes in
      StoredEntity(record: record, bytes: bytes)
    }
  }
}

/// The numbers of a kind and its types of events in `names`, which a store gives when it is opened.
@usableFromInline
struct KindNumbers: Sendable {
  let kind: UInt32
  let events: EventTypes
}
