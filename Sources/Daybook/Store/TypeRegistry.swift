/// Finds the engine's side of an entity type.
///
/// Unchecked: what changes in a kind belongs to the writer thread; readers only decode.
@usableFromInline
struct TypeRegistry: @unchecked Sendable {
  private let types: [ObjectIdentifier]
  let kinds: [EntityKind]

  init(_ pairs: [(ObjectIdentifier, EntityKind)]) {
    types = pairs.map(\.0)
    kinds = pairs.map(\.1)
  }

  @usableFromInline
  func kind(_ type: ObjectIdentifier) -> EntityKind? {
    types.firstIndex(of: type).map { kinds[$0] }
  }

  /// - Throws: `StoreError.notInSchema`.
  @inlinable
  func type<E: Entity>(_ type: E.Type) throws -> EntityType<E> {
    guard let typed = kind(ObjectIdentifier(type))?.typed else {
      throw StoreError(.notInSchema, "the schema does not know entities of kind \(E.kind)")
    }
    // The registry holds kinds under the types that made them.
    return unsafeDowncast(typed, to: EntityType<E>.self)
  }
}
