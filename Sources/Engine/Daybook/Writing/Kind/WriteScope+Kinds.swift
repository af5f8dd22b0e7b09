extension WriteScope {
  /// The kind with a local number; nil when the schema does not know it.
  func kind(_ number: UInt32) -> WrittenKind? { kinds.first { $0.number == number } }

  /// What writes entities of a type.
  ///
  /// - Throws: `StoreError.notInSchema`.
  @inlinable
  mutating func type<E: Entity>(_ type: E.Type) throws -> WrittenType<E> {
    guard let typed = typed(ObjectIdentifier(type)) else { throw TypeRegistry.unknown(E.kind) }
    // Safety: kinds are found under the types that made them.
    return unsafeDowncast(typed.takeUnretainedValue(), to: WrittenType<E>.self)
  }

  @usableFromInline
  mutating func typed(_ type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    state.value.types.firstIndex(of: type).map { state.value.typed[$0] }
  }

  /// What takes events of a type.
  ///
  /// - Throws: `StoreError.notInSchema`.
  @inlinable
  mutating func sink<Event: EntityEvent>(_ type: Event.Type) throws -> EventSink<Event> {
    guard let sink = sink(ObjectIdentifier(type)) else {
      throw TypeRegistry.unknown(events: "\(type)")
    }
    // Safety: sinks are found under the types of their events, of which no two kinds have the same.
    return unsafeDowncast(sink.takeUnretainedValue(), to: EventSink<Event>.self)
  }

  @usableFromInline
  mutating func sink(_ type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    state.value.eventTypes.firstIndex(of: type).map { state.value.sinks[$0] }
  }

  /// Lets a projection follow the types that it has handlers for. Returns their kinds.
  ///
  /// - Throws: `StoreError.notInSchema`; then it follows none.
  func follow(
    _ handlers: ChangeHandlers, as projection: Int, named name: String
  ) throws -> [WrittenKind] {
    let followed = try handlers.subscriptions.map { subscription in
      guard let kind = kinds.first(where: { $0.id == subscription.type }) else {
        throw StoreError(
          .notInSchema,
          "projection \(name) follows \(subscription.kind), which is not in the schema; add it with `.entity(…)`"
        )
      }
      return kind
    }
    for (kind, subscription) in zip(followed, handlers.subscriptions) {
      kind.operations.subscribe(projection, subscription.handler)
    }
    return followed
  }
}
