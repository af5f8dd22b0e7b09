extension EventStore {
  /// Everything that folds and projections of the schema left out because they threw.
  ///
  /// A fold that throws leaves out the event, a projection that throws leaves out the entity; the
  /// rest goes on. O(n) for n items; none in a healthy store.
  public func quarantine() throws -> [QuarantinedItem] {
    try inspect { scope in try scope.quarantinedItems() }
  }

  /// Tries again what is in quarantine, once the app has been corrected. Returns how much is left.
  ///
  /// Raising the entity's or the projection's `revision` does the same at the next open.
  /// `StoreOptions.onQuarantine` does not get again what stays left out.
  @discardableResult
  public func requeue() throws -> Int {
    try change { scope in
      if let report = scope.report { report.begin(with: try scope.quarantinedItems()) }
      try CatchUp.recover(&scope, limit: StepLimit.none)
      let keys = try scope.quarantined(QuarantineKey.prefix(.fold)).filter { key in
        scope.kind(key.entity.kind).map { $0.foreign == nil } ?? false
      }
      for key in keys {
        try scope.kind(key.entity.kind)?.operations.markForRefold(&scope, key.entity.id)
      }
      if !keys.isEmpty { scope.disown() }
      for kind in scope.kinds { try kind.operations.refold(&scope) }
      try scope.flushTouched()
      for projection in scope.projections where projection.live != nil {
        for key in try scope.quarantined(QuarantineKey.prefix(projection.liveSlot.owner)) {
          try scope.kind(key.entity.kind)?
            .operations.reproject(&scope, projection.index, key.entity.id)
        }
      }
      return try scope.quarantinedItems().count
    }
  }
}
