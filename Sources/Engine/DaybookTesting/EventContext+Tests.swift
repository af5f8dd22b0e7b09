public import Daybook

extension EventContext {
  /// What the fold of a `ContextualEntity` gets besides the event, for tests without a store.
  ///
  /// ```swift
  /// var wish: Wish?
  /// try Wish.fold(&wish, .made("A bicycle"), in: EventContext(id: UUID()))
  /// ```
  ///
  /// - Parameters:
  ///   - id: the entity.
  ///   - date: when the event was written; by default when a new `TestClock` begins, 2025-11-06,
  ///     20:05 UTC.
  public init(id: UUID, at date: Date = Date(timeIntervalSinceReferenceDate: 784_152_300)) {
    self.init(id: id, time: HybridTime(date))
  }
}
