/// An entity whose fold also knows which entity it is, and when the event was written.
///
/// ```swift
/// struct Wish: ContextualEntity, CodablePayload {
///   static let kind = "wishes.wish"
///   var text: String
///   var made: HybridTime
///
///   enum Event: CodableEntityEvent {
///     case made(String), dropped
///   }
///
///   static func fold(_ state: inout Wish?, _ event: Event, in context: EventContext) {
///     switch event {
///     case .made(let text): state = Wish(text: text, made: context.time)
///     case .dropped: state = nil
///     }
///   }
/// }
/// ```
/// Views need no such fold: they have the entity's identifier and times from `Stamped`.
public protocol ContextualEntity: Entity {
  // Said again, so that the compiler finds it by the fold here.
  /// The events that make it; no other kind of the schema has them.
  associatedtype Event

  /// Takes `event` into `state`, as ``Entity/fold(_:_:)`` does.
  static func fold(_ state: inout Self?, _ event: Event, in context: EventContext) throws
}

extension ContextualEntity {
  /// Ends the process: this fold needs the context, so call the one that takes it.
  public static func fold(_ state: inout Self?, _ event: Event) throws {
    misuse("\(Self.self) folds with a context; call `fold(_:_:in:)` in place of `fold(_:_:)`")
  }

  @inlinable @inline(__always)
  public static func _fold(
    _ state: inout Self?, _ event: Event, _ context: EventContext
  ) throws {
    try fold(&state, event, in: context)
  }
}
