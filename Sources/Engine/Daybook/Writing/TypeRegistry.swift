/// Finds the engine's side of an entity type.
///
/// Unchecked: what changes in a kind belongs to who has the `WriteScope`; readers only decode.
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

  func kind(_ type: ObjectIdentifier) -> KnownKind? {
    types.firstIndex(of: type).map { kinds[$0] }
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

  /// What the engine calls for a type.
  ///
  /// - Throws: `StoreError.notInSchema`.
  func operations<E: Entity>(of type: E.Type) throws -> EntityOperations {
    guard let kind = kind(ObjectIdentifier(type)) else { throw Self.unknown(E.kind) }
    return kind.operations
  }

  /// What is thrown for a kind that the schema lacks.
  @usableFromInline
  static func unknown(_ kind: String) -> StoreError {
    StoreError(.notInSchema, "the schema does not know entities of kind \(kind)")
  }

  /// Lets a projection follow the types that it has handlers for. Returns their kinds.
  ///
  /// - Throws: `StoreError.notInSchema`; then it follows none.
  func follow(
    _ handlers: ChangeHandlers, as projection: Int, named name: String
  ) throws -> [EntityKind] {
    let followed = try handlers.subscriptions.map { subscription in
      guard let kind = kind(subscription.type) else {
        throw StoreError(
          .notInSchema,
          "projection \(name) follows \(subscription.kind), which is not in the schema")
      }
      return kind
    }
    for (kind, subscription) in zip(followed, handlers.subscriptions) {
      kind.operations.subscribe(projection, subscription.handler)
    }
    return followed.map(\.kind)
  }
}
