/// A kind of entity of the schema: both halves, and what the engine calls.
@usableFromInline
final class KnownKind {
  @usableFromInline let kind: EntityKind
  /// The `EntityType` of the kind.
  let typed: AnyObject
  /// What that does.
  let operations: EntityOperations

  @usableFromInline
  init(_ kind: EntityKind, typed: AnyObject, operations: EntityOperations) {
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
  /// How another version of the app folds the kind; nil when stored states are those of this one.
  var foreign: KindDefinition? { kind.foreign }
}
