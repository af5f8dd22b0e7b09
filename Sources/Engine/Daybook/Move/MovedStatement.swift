/// The state of an entity that is moved in place of its events.
struct MovedStatement: Sendable {
  /// The event that carries it.
  let event: any EntityEvent
  let bytes: [UInt8]
  /// The states that it ever had in the store that it leaves, as far as that knows. What the other
  /// store has of these is older, and is written over.
  let past: Set<[UInt8]>

  /// - Throws: `StoreError.invalidArgument` where no event carries the state.
  init<E: Entity>(of state: E?, _ id: UUID, _ reader: borrowing Reader) throws {
    guard let state, let restated = state as? any RestatedEntity else {
      throw StoreError(
        .invalidArgument,
        "the state of \(E.kind) \(id) cannot be moved, because the type does not say which event carries it; conform the type to RestatedEntity, or move it with its history"
      )
    }
    event = Self.event(of: restated)
    bytes = Self.bytes(of: state)
    let (type, log) = (try reader.registry.type(E.self), reader.log)
    var past: Set = [bytes]
    if let base = try type.state(log.baseline(type.kind.entityKey(id))) {
      past.insert(Self.bytes(of: base))
    }
    for version in try type.states(log, id) {
      if let state = version.state { past.insert(Self.bytes(of: state)) }
    }
    self.past = past
  }

  private static func event<E: RestatedEntity>(of state: E) -> any EntityEvent { state.restated }

  /// A NaN does not equal itself, and its bytes do.
  static func bytes<E: Entity>(of state: E) -> [UInt8] {
    var writer = PayloadWriter()
    state.encode(into: &writer)
    return [UInt8](writer.bytes)
  }
}
