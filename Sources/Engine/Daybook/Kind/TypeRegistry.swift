/// Finds the engine's side of an entity type, for those who read.
///
/// Unchecked: nothing of it ever changes, and the kinds are themselves `Sendable`.
@usableFromInline
final class TypeRegistry: @unchecked Sendable {
  private let types: [ObjectIdentifier]
  let kinds: [KnownKind]
  // Safety: the kinds own them, to the end of the store.
  private let typed: [Unmanaged<AnyObject>]

  init(_ pairs: [(ObjectIdentifier, KnownKind)]) {
    types = pairs.map(\.0)
    kinds = pairs.map(\.1)
    typed = kinds.map { Unmanaged.passUnretained($0.typed) }
  }

  @usableFromInline
  func typed(_ type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    types.firstIndex(of: type).map { typed[$0] }
  }

  /// - Throws: `StoreError.notInSchema`.
  @inlinable
  func type<E: Entity>(_ type: E.Type) throws -> EntityType<E> {
    guard let typed = typed(ObjectIdentifier(type)) else { throw Self.unknown(E.kind) }
    // The registry holds kinds under the types that made them.
    return unsafeDowncast(typed.takeUnretainedValue(), to: EntityType<E>.self)
  }

  /// What readers call for a type.
  ///
  /// - Throws: `StoreError.notInSchema`.
  func operations<E: Entity>(of type: E.Type) throws -> ReadOperations {
    guard let place = types.firstIndex(of: ObjectIdentifier(type)) else {
      throw Self.unknown(E.kind)
    }
    return kinds[place].operations
  }

  /// What is thrown for a kind that the schema lacks.
  @usableFromInline
  static func unknown(_ kind: String) -> StoreError {
    StoreError(
      .notInSchema, "the schema does not know entities of kind \(kind); add them with `.entity(…)`")
  }

  /// What is thrown for a relation that the schema lacks.
  static func unknown(relation name: String) -> StoreError {
    StoreError(
      .notInSchema, "the schema does not know the relation \(name); add it with `.projection(…)`")
  }

  /// What is thrown for an event that no kind of the schema has.
  @usableFromInline
  static func unknown(events type: String) -> StoreError {
    StoreError(
      .notInSchema,
      "the schema knows no kind of entity whose events are \(type); add it with `.entity(…)`")
  }
}
