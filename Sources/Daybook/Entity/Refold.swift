/// Folding one entity from its own events, in canonical order.
enum Refold {
  struct Item {
    let position: UInt64
    let transaction: UInt64
    let time: HybridTime
  }

  /// The record and state that the events of an entity fold to, retracted transactions left out.
  ///
  /// O(k log k) for k events of the entity.
  static func fold<E: Entity>(
    _ type: EntityType<E>, _ reader: LogReader, _ key: EntityKey, _ record: EntityRecord
  ) throws -> (record: EntityRecord, state: E?) {
    var items: [Item] = []
    var position = record.lastPosition
    while position > 0 {
      let event = try reader.event(position)
      guard event.entity == key.id else {
        throw StoreError(.damaged, "the event at \(position) belongs to another entity")
      }
      items.append(Item(position: position, transaction: event.transaction, time: event.time))
      position = event.previous
    }
    items.reverse()
    try sort(&items, reader)
    var folded = EntityRecord()
    folded.lastPosition = record.lastPosition
    folded.eventCount = UInt32(items.count)
    var state: E?
    for item in items where try !reader.isRetracted(item.transaction) {
      if folded.newest == 0 { folded.created = item.time }
      folded.modified = item.time
      folded.newest = item.transaction
      let context = EventContext(id: key.id, time: item.time)
      let event = try reader.withPayload(item.position) { number, payload in
        try? type.decode(number, payload)
      }
      guard let event else { continue }
      var next = state
      do {
        try E.fold(&next, event, context)
        state = next
      } catch {
        continue
      }
    }
    folded.hasState = state != nil
    return (folded, state)
  }

  /// Sorts into canonical order; items are in order of arrival, which most often is that order.
  private static func sort(_ items: inout [Item], _ reader: LogReader) throws {
    if zip(items, items.dropFirst()).allSatisfy({ $0.time < $1.time || $0.isTogether(with: $1) }) {
      return
    }
    let stamped = try items.map { item in (item, try reader.stamp(item.transaction, item.position))
    }
    items = stamped.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

extension Refold.Item {
  fileprivate func isTogether(with next: Refold.Item) -> Bool {
    transaction == next.transaction && position < next.position
  }
}
