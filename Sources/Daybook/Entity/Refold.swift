/// Folding one entity from its own events, in canonical order.
@usableFromInline
enum Refold {
  struct Item {
    let position: UInt64
    let transaction: UInt64
    let time: HybridTime
  }

  /// The record and state that the events of an entity fold to, retracted transactions left out.
  ///
  /// O(k log k) for k events of the entity.
  @usableFromInline
  static func fold<E: Entity>(
    _ type: EntityType<E>, _ reader: LogReader, _ key: EntityKey, _ record: EntityRecord
  ) throws -> Folded<E> {
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
    var result = Folded<E>(record: folded)
    for item in items where try !reader.isRetracted(item.transaction) {
      if result.record.newest == 0 { result.record.created = item.time }
      result.record.modified = item.time
      result.record.newest = item.transaction
      try result.take(item, type, reader, key.id)
    }
    result.record.hasState = result.state != nil
    result.record.isQuarantined = !result.failures.isEmpty
    return result
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

/// What the events of an entity fold to.
@usableFromInline
struct Folded<E: Entity> {
  @usableFromInline var record: EntityRecord
  @usableFromInline var state: E?
  /// The events that were left out because decoding or folding them threw.
  @usableFromInline var failures: [FoldFailure] = []

  init(record: EntityRecord) { self.record = record }

  /// Folds one event; one of a type that the schema does not know changes nothing.
  fileprivate mutating func take(
    _ item: Refold.Item, _ type: EntityType<E>, _ reader: LogReader, _ id: UUID
  ) throws {
    try reader.withPayload(item.position) { number, payload in
      var next = state
      do {
        guard let event = try type.decode(number, payload) else { return }
        try E.fold(&next, event, EventContext(id: id, time: item.time))
        state = next
      } catch {
        failures.append(FoldFailure(position: item.position, message: "\(error)"))
      }
    }
  }
}

/// An event that a fold left out.
@usableFromInline
struct FoldFailure {
  let position: UInt64
  let message: String
}

extension Refold.Item {
  fileprivate func isTogether(with next: Refold.Item) -> Bool {
    transaction == next.transaction && position < next.position
  }
}
