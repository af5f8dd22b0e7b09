internal import LMDB

/// The rows of entities, also those whose checksum does not fit: all that they say is in the log.
enum EntityRows {
  /// Calls `body` with each entity and its record, which is nil where the row cannot be read.
  ///
  /// - Throws: `StoreError.damaged` for a key that is that of no entity.
  static func forEach(
    _ log: LogReader, _ body: (EntityKey, EntityRecord?) throws -> Void
  ) throws {
    let table = log.tables.entities
    var cursor = try log.transaction.cursor(table)
    while try cursor.next() {
      try cursor.key.withUnsafeBytes { name in
        guard let key = EntityKey(name) else { throw log.transaction.damaged(table, name) }
        let row = cursor.value.withUnsafeBytes { table.opened($0, name) }
        try body(key, row.flatMap { EntityRecord($0) })
      }
    }
  }

  /// The entities whose rows cannot be read.
  ///
  /// - Throws: `StoreError.damaged` where nobody here folds such an entity, so that its row cannot
  ///   be made anew.
  static func unreadable(_ scope: borrowing WriteScope) throws -> [EntityKey] {
    let log = scope.reader
    var found: [EntityKey] = []
    try forEach(log) { key, record in
      if record == nil { found.append(key) }
    }
    for key in found {
      guard let kind = scope.kind(key.kind), kind.foreign == nil else {
        throw key.withBytes { log.transaction.damaged(log.tables.entities, $0) }
      }
    }
    return found
  }

  /// What leads to the events of some entities, by the log: records without a state.
  ///
  /// O(n) for n events.
  static func records(
    of keys: [EntityKey], _ log: LogReader
  ) throws -> [EntityKey: EntityRecord] {
    if keys.isEmpty { return [:] }
    var records: [EntityKey: EntityRecord] = [:]
    for key in keys {
      var record = EntityRecord()
      record.lastPosition = try log.baseline(key)?.record.lastPosition ?? 0
      records[key] = record
    }
    var kinds: [UInt32: UInt32] = [:]
    var cursor = try log.transaction.cursor(log.tables.events)
    while try cursor.next() {
      let position = cursor.key
      let event = try cursor.value.withUnsafeBytes { try EventRecord.read($0, at: position).record }
      let kind = try kinds[event.type] ?? log.kind(ofType: event.type)
      kinds[event.type] = kind
      let key = EntityKey(kind: kind, id: event.entity.id)
      records[key]?.lastPosition = position
      records[key]?.eventCount += 1
    }
    // A key that nothing was written under is a changed one.
    for (key, record) in records where !record.isKnown {
      throw key.withBytes { log.transaction.damaged(log.tables.entities, $0) }
    }
    return records
  }
}
