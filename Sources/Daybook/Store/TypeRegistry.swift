/// Finds the engine's side of an entity type.
///
/// Unchecked: what changes in a kind belongs to the writer thread; readers only decode.
@usableFromInline
final class TypeRegistry: @unchecked Sendable {
  private let types: [ObjectIdentifier]
  let kinds: [EntityKind]
  // Safety: the kinds own them, to the end of the store.
  private let typed: [Unmanaged<AnyObject>]

  init(_ pairs: [(ObjectIdentifier, EntityKind)]) {
    types = pairs.map(\.0)
    kinds = pairs.map(\.1)
    typed = kinds.compactMap { $0.typed.map(Unmanaged.passUnretained) }
    precondition(typed.count == kinds.count)
  }

  @usableFromInline
  func kind(_ type: ObjectIdentifier) -> EntityKind? {
    types.firstIndex(of: type).map { kinds[$0] }
  }

  @usableFromInline
  func typed(_ type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    types.firstIndex(of: type).map { typed[$0] }
  }

  /// - Throws: `StoreError.notInSchema`.
  @inlinable
  func type<E: Entity>(_ type: E.Type) throws -> EntityType<E> {
    guard let typed = typed(ObjectIdentifier(type)) else {
      throw StoreError(.notInSchema, "the schema does not know entities of kind \(E.kind)")
    }
    // The registry holds kinds under the types that made them.
    return unsafeDowncast(typed.takeUnretainedValue(), to: EntityType<E>.self)
  }
}
