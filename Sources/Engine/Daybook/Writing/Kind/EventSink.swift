/// Takes events of one Swift type into the transaction being written.
///
/// Whoever appends knows the type of the event, and not that of the entity. The closure is made
/// where both are known, because a generic that is not compiled for its type costs many times as
/// much.
@usableFromInline
final class EventSink<Event: EntityEvent> {
  @usableFromInline let append: (inout WriteScope, Event, UUID) throws -> Void

  @inlinable
  init(_ append: @escaping (inout WriteScope, Event, UUID) throws -> Void) {
    self.append = append
  }
}
