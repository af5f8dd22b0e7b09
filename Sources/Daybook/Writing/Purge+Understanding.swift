extension Purge {
  /// Whether the schema understands what a purge would fold into a baseline.
  ///
  /// An event of a type that it does not know, fields that a newer version of the app added, and a
  /// baseline of a newer revision would be folded to a state that lacks them, and then be gone.
  struct Understanding {
    /// Whether transactions were written with a newer version of the schema.
    private var newer: [UInt64: Bool] = [:]

    /// Whether nothing of an entity's older events would be lost. O(k) for k events.
    mutating func covers(_ key: EntityKey, _ scope: inout WriteScope) throws -> Bool {
      let log = scope.reader
      let base = try log.baseline(key)?.record.lastPosition ?? 0
      var position = try log.withEntity(key) { record, _ in record.lastPosition } ?? 0
      while position > base {
        let event = try log.event(position)
        if event.transaction <= scope.heads.purged, try !covers(event, key, &scope) { return false }
        position = event.previous
      }
      return true
    }

    private mutating func covers(_ event: EventRecord, _ key: EntityKey, _ scope: inout WriteScope)
      throws -> Bool
    {
      guard let kind = scope.kind(key.kind), kind.events.contains(event.type),
        try scope.reader.baselineRevision(key) <= kind.storedRevision
      else { return false }
      return try !isNewer(event.transaction, &scope)
    }

    private mutating func isNewer(_ transaction: UInt64, _ scope: inout WriteScope) throws -> Bool {
      if let known = newer[transaction] { return known }
      var header = TravellingHeader()
      _ = try scope.reader.withTransaction(transaction) { _, bytes in try header.read(bytes) }
      let isNewer = header.schemaVersion > scope.context.settings.schemaVersion
      newer[transaction] = isNewer
      return isNewer
    }
  }
}
