extension ChangeHandlers {
  /// As `on`, with the entities of the type that the append touches.
  @inlinable
  mutating func on<E: Entity>(
    _ type: E.Type,
    touching update:
      @escaping @Sendable (EntityChange<E>, inout Rows, TouchedEntities<E>) throws -> Void
  ) {
    let touched = TouchedEntities<E>()
    let handler = ChangeHandler<E>(touched: touched) { try update($0, &$1, touched) }
    add(ObjectIdentifier(type), E.kind, handler)
  }
}
