internal import LMDB

extension StoreCheck {
  /// Every entity reaches its own events by their chain, down to the first or to its baseline.
  ///
  /// Chains go down, and none leaves its entity, so no event is reached twice; with the number of
  /// all events, which is seen with the entities, each is reached once.
  static let chains = StoreCheck("chains", .derived) { scope in
    let log = scope.reader
    var count = 0
    try scope.reader.everyRow(of: log.tables.entities) { name, row in
      guard let key = EntityKey(name), let record = EntityRecord(row) else {
        throw log.transaction.damaged(log.tables.entities, name)
      }
      let reached = try Self.length(ofChainOf: key, record, log, scope)
      guard reached == record.eventCount else {
        throw StoreError(
          .damaged,
          "the entity \(key.id) reaches \(reached) events, and should reach \(record.eventCount)")
      }
      count += reached
    }
    return "\(count) events"
  }

  private static func length(
    ofChainOf key: EntityKey, _ record: EntityRecord, _ log: LogReader,
    _ scope: borrowing WriteScope
  ) throws -> Int {
    let base = try log.baseline(key)?.record.lastPosition ?? 0
    var position = record.lastPosition
    var count = 0
    while position > base {
      let event = try log.event(position)
      guard event.entity == key.packed, scope.names[event.type]?.kind == key.kind,
        event.previous < position
      else {
        throw StoreError(
          .damaged, "the event at position \(position) is in the chain of entity \(key.id)")
      }
      count += 1
      position = event.previous
    }
    guard position == base else {
      throw StoreError(
        .damaged, "the chain of entity \(key.id) passes its baseline at position \(base)")
    }
    return count
  }
}
