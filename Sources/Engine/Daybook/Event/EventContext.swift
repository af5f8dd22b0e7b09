/// What the fold of a ``ContextualEntity`` knows besides the event.
public struct EventContext: Sendable {
  /// The entity.
  public let id: UUID
  /// When the event was written, by the hybrid logical clock (or the time it declares).
  public let time: HybridTime

  @inlinable
  package init(id: UUID, time: HybridTime) {
    self.id = id
    self.time = time
  }
}
