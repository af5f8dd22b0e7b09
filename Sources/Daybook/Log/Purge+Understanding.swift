extension Purge {
  /// Whether the schema understands what a purge would fold into a baseline.
  ///
  /// An event of a type that it does not know, fields that a newer version of the app added, and a
  /// baseline of a newer revision would be folded to a state that lacks them, and then be gone.
  struct Understanding {
    private let session: WriteSession
    /// Whether transactions were written with a newer version of the schema.
    private var newer: [UInt64: Bool] = [:]

    init(_ session: WriteSession) { self.session = session }

    /// Whether nothing of an entity's older events would be lost. O(k) for k events.
    mutating func covers(_ key: EntityKey) throws -> Bool {
      let log = session.reader
      let base = try log.baseline(key)?.record.lastPosition ?? 0
      var position = try log.withEntity(key) { record, _ in record.lastPosition } ?? 0
      while position > base {
        let event = try log.event(position)
        if event.transaction <= session.heads.purged, try !covers(event, key) { return false }
        position = event.previous
      }
      return true
    }

    private mutating func covers(_ event: EventRecord, _ key: EntityKey) throws -> Bool {
      guard let kind = session.kind(key.kind), kind.events.contains(event.type),
        try session.reader.baselineRevision(key) <= kind.storedRevision
      else { return false }
      return try !isNewer(event.transaction)
    }

    private mutating func isNewer(_ transaction: UInt64) throws -> Bool {
      if let known = newer[transaction] { return known }
      var header = TravellingHeader()
      _ = try session.reader.withTransaction(transaction) { _, bytes in try header.read(bytes) }
      let isNewer = header.schemaVersion > session.settings.schemaVersion
      newer[transaction] = isNewer
      return isNewer
    }
  }
}
