extension Purge {
  /// Whether the schema understands what would be folded into one state in place of events.
  ///
  /// An event of a type that it does not know, fields that a newer version of the app added, and a
  /// baseline of a newer revision would be folded to a state that lacks them, and then be gone.
  struct Understanding {
    private let schemaVersion: UInt64
    /// Whether transactions were written with a newer version of the schema.
    private var newer: [UInt64: Bool] = [:]

    init(schemaVersion: UInt64) { self.schemaVersion = schemaVersion }

    /// Whether nothing of an entity's events would be lost that `isFolded` says are folded. O(k)
    /// for k events.
    mutating func covers(
      _ key: EntityKey, of kind: KnownKind?, _ log: LogReader,
      where isFolded: (_ transaction: UInt64) throws -> Bool
    ) throws -> Bool {
      let base = try log.baseline(key)?.record.lastPosition ?? 0
      var position = try log.withEntity(key) { record, _ in record.lastPosition } ?? 0
      while position > base {
        let event = try log.event(position)
        if try isFolded(event.transaction) {
          guard let kind, kind.events.contains(event.type),
            try log.baselineRevision(key) <= kind.storedRevision,
            try !isNewer(event.transaction, log)
          else { return false }
        }
        position = event.previous
      }
      return true
    }

    private mutating func isNewer(_ transaction: UInt64, _ log: LogReader) throws -> Bool {
      if let known = newer[transaction] { return known }
      let version = try log.withTransaction(transaction) { _, bytes in
        try TravellingHeader(bytes, of: transaction).schemaVersion
      }
      let isNewer = version ?? 0 > schemaVersion
      newer[transaction] = isNewer
      return isNewer
    }
  }
}
