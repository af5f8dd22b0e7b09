internal import LMDB

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
      for kind in scope.kinds {
        try kind.operations.refold(&scope)
        try kind.operations.flush(&scope)
      }
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

extension WriteScope {
  /// Lets rows that are not kept here be built anew by those who keep them: states change without a
  /// transaction that would tell of it.
  mutating func disown() {
    for number in counters.projections.indices {
      let own = projections.first { $0.number == number }
      if own?.keptLive == nil { counters.projections[number].live.transaction = .max }
      if own?.keptBuilding == nil { counters.projections[number].building.transaction = .max }
    }
  }

  fileprivate mutating func quarantinedItems() throws -> [QuarantinedItem] {
    var items: [QuarantinedItem] = []
    let read: BorrowedTransaction = reading
    try RowScan.forward(
      read, tables.quarantine, prefix: .none
    ) { key, value in
      if let key = QuarantineKey(key) {
        if let item = try item(key, value) { items.append(item) }
      }
      return true
    }
    return items
  }

  /// Nil for what belongs to a projection that the schema does not know, or to rows being built.
  private func item(
    _ key: QuarantineKey, _ value: BorrowedBytes
  ) throws -> QuarantinedItem? {
    var reader = PayloadReader(value.bytes)
    let message = try reader.next() == 1 ? try reader.string() : ""
    var name: String?
    if case .projection = key.owner {
      guard let owner = projections.first(where: { $0.liveSlot.owner == key.owner }) else {
        return nil
      }
      name = owner.name
    }
    return QuarantinedItem(
      projection: name, kind: names[key.entity.kind]?.text ?? "", entity: key.entity.id,
      position: name == nil ? key.position : nil, error: message)
  }
}
