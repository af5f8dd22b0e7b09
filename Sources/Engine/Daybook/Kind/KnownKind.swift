/// A kind of entity of the schema: both halves, and what readers call.
@usableFromInline
final class KnownKind: Sendable {
  @usableFromInline let kind: EntityKind
  /// The `EntityType` of the kind.
  let typed: any AnyObject & Sendable
  /// What that does.
  let operations: ReadOperations

  @inlinable
  convenience init<E: Entity>(_ type: EntityType<E>) {
    self.init(type.kind, typed: type, type.operations())
  }

  @usableFromInline
  init(_ kind: EntityKind, typed: any AnyObject & Sendable, _ operations: ReadOperations) {
    self.kind = kind
    self.typed = typed
    self.operations = operations
  }

  var name: String { kind.name }
  var number: UInt32 { kind.number }
  var revision: Int { kind.revision }
  var storedRevision: UInt32 { kind.storedRevision }
  var fingerprint: String { kind.fingerprint }
  var events: EventTypes { kind.events }
}
