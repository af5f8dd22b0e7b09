public import Daybook

extension EventContext {
  /// What a fold gets besides the event, for tests that call `Entity.fold` without a store.
  ///
  /// ```swift
  /// var note: Note?
  /// try Note.fold(&note, .created(title: "Milk"), EventContext(id: UUID()))
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
