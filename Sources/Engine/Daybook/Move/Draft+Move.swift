extension Draft {
  /// Adds events of a save that is moved, at the place that they had in the other store.
  ///
  /// - Throws: `StoreError.clockAhead`; `notInSchema`; what reading or folding a payload throws.
  mutating func append(_ events: [MovedEvent], of save: MovedSave) throws {
    if events.isEmpty { return }
    try stamp(moved: save.stamp.effectiveTime)
    for event in events { try scope.append(event.event) }
  }

  /// Gives the draft's events the time of a save that is moved; a clock that is behind follows, as
  /// it follows what arrives.
  ///
  /// - Throws: `StoreError.clockAhead` for a time that no clock can have shown by now.
  private func stamp(moved time: HybridTime) throws {
    if let hours = time.impossibleLead(over: scope.draft.wall) {
      throw StoreError(
        .clockAhead,
        "what is moved was written \(hours.counted("hour")) ahead of this device; set the clock of the one that is wrong, and move it again"
      )
    }
    scope.draft.time = max(scope.draft.time, time)
    scope.stampDraft(time)
  }

  /// Throws what would keep the draft out of the store because of relations.
  ///
  /// - Throws: `StoreError.refusedByRelation`.
  func checkRelations() throws {
    _ = try now()
    do { try scope.checkDenied() } catch let refused as DraftRefused { throw refused.error }
  }
}
