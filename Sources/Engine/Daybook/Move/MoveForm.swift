/// What a move brings of an entity; see `EventStore.move`.
public enum MoveForm: Hashable, Sendable {
  /// Its events, with their times and authors.
  case history
  /// One event that carries its state, at the time of the move; see ``RestatedEntity``.
  case state
}

/// An entity whose state one event can carry, so that it can be moved without its history.
///
/// ```swift
/// extension Photo: RestatedEntity {
///   var restated: Event { .taken(self) }
/// }
/// ```
public protocol RestatedEntity: Entity {
  /// The event whose fold leaves this state, whatever there was before.
  var restated: Event { get }
}
