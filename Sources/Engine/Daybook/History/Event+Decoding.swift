extension History.Event {
  /// The place of its type among those that the app writes; nil for another, such as one of an
  /// older version.
  package func place<State: Entity>(in state: State.Type) -> Int? {
    State.Event.types.firstIndex { $0.of(kind: kind) == type }
  }

  /// The event with its Swift type; nil where its type has no place.
  ///
  /// - Throws: what decoding throws.
  package func decoded<State: Entity>(as state: State.Type) throws -> State.Event? {
    guard let place = place(in: state) else { return nil }
    var reader = PayloadReader(payload.span.bytes)
    return try State.Event.decode(place, from: &reader)
  }
}
