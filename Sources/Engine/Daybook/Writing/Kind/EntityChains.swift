internal import LMDB

/// The way from the row of an entity to its events: the row has the position of the last, and each
/// event that of the one before.
enum EntityChains {
  /// Looks whether the entities lead to all events of the log, each once.
  ///
  /// - Parameter mended: what takes the place of rows that cannot be read.
  /// - Throws: `StoreError.damaged`: the row of an entity, or an event, is missing or wrong.
  static func check(_ log: LogReader, _ mended: [EntityKey: EntityRecord]) throws {
    var reached: UInt64 = 0
    try EntityRows.forEach(log) { key, record in
      guard let record = record ?? mended[key] else {
        throw key.withBytes { log.transaction.damaged(log.tables.entities, $0) }
      }
      reached += UInt64(record.eventCount)
      try check(key, record, log)
    }
    let stored = UInt64(try log.transaction.statistics(log.tables.events).rows)
    let own = try reached == stored ? 0 : ownEvents(log)
    guard reached + own == stored else {
      throw StoreError(
        .damaged,
        "the entities have \(reached.counted("event")) and the engine \(own), the log has \(stored); "
          + StoreError.remedy)
    }
  }

  /// Looks whether the row of an entity leads to an event of it.
  private static func check(_ key: EntityKey, _ record: EntityRecord, _ log: LogReader) throws {
    // What was purged is in no event.
    if record.eventCount == 0 { return }
    let event = try log.event(record.lastPosition)
    guard event.entity == key.packed, try log.kind(ofType: event.type) == key.kind else {
      throw LogReader.wrongChain(key)
    }
  }

  /// The events that belong to no entity.
  private static func ownEvents(_ log: LogReader) throws -> UInt64 {
    var cursor = try log.transaction.cursor(log.tables.events)
    var count: UInt64 = 0
    var kinds: [UInt32: UInt32] = [:]
    while try cursor.next() {
      let position = cursor.key
      let type = try cursor.value.withUnsafeBytes {
        try EventRecord.read($0, at: position).record.type
      }
      let kind = try kinds[type] ?? log.kind(ofType: type)
      kinds[type] = kind
      if kind == 0 { count += 1 }
    }
    return count
  }
}
