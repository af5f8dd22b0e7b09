internal import DaybookSnapshot

/// What a transaction wrote of the entities that are moved, as far as it counts.
struct MovedSave: Sendable {
  /// Its local number in the store that they leave.
  let transaction: UInt64
  let author: String?
  /// The place of its events in the canonical order.
  let time: HybridTime
  var events: [MovedEvent] = []
}

/// An event that is moved, or that is there already.
struct MovedEvent: Hashable, Sendable {
  let event: InboxEvent
  /// As it was stamped, and its place in the canonical order, which is later where a frontier had
  /// come before it.
  let stamp: HybridTime
  let time: HybridTime

  /// Whether two stores have the same event: moving stamps it with its place.
  func isSame(as other: MovedEvent) -> Bool {
    event == other.event
      && (stamp == other.stamp || stamp == other.time || time == other.stamp || time == other.time)
  }
}

extension MovedEvent {
  /// The events of an entity that count, in canonical order, with their transactions.
  ///
  /// - Throws: `StoreError.expiredToken` where some of them were purged.
  static func all(
    of key: EntityKey, _ kind: String, _ log: LogReader
  ) throws -> [(transaction: UInt64, event: MovedEvent)] {
    guard let last = try log.withEntity(key, { record, _ in record.lastPosition }) else {
      return []
    }
    guard try log.baseline(key) == nil else {
      throw StoreError(
        .expiredToken, "the history of \(kind) \(key.id) was purged, so it cannot be moved")
    }
    return try log.remembering { log in
      try Refold.items(log, key, from: last, through: nil).filter(\.counts).map { item in
        guard let type = try log.name(item.type) else {
          throw StoreError(
            .damaged, "the type of the event at position \(item.position) has no name")
        }
        let event = InboxEvent(
          type.text, version: Int(type.version), kind: kind, entity: key.id,
          payload: [UInt8](item.payload))
        return (
          item.transaction,
          MovedEvent(event: event, stamp: try log.event(item.position).time, time: item.time)
        )
      }
    }
  }
}
