internal import DaybookSnapshot

/// An event of an entity that is moved, as one of the two stores has it.
struct MovedEvent: Hashable, Sendable {
  let event: InboxEvent
  /// As it was stamped.
  let stamp: HybridTime
  /// Its place in the canonical order, which is later where a frontier had come before it.
  let time: HybridTime
  /// The local number of its transaction.
  let transaction: UInt64
  let position: UInt64
  /// Whether it is in the fold: it is not, once its transaction was taken back.
  let counts: Bool
}

extension MovedEvent {
  /// The events of an entity in canonical order; none where the store never heard of it.
  ///
  /// - Throws: `StoreError.notInSchema`; `expiredToken` where some of them were purged.
  static func all<E: Entity>(
    of type: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws -> [MovedEvent] {
    let kind = try reader.registry.type(type).kind
    let (key, log) = (kind.entityKey(id), reader.log)
    guard let last = try log.withEntity(key, { record, _ in record.lastPosition }) else {
      return []
    }
    guard try log.baseline(key) == nil else {
      throw StoreError(
        .expiredToken,
        "the history of \(kind.name) \(id) was purged, so it cannot be moved with it; conform the type to RestatedEntity, and move it `as: .state`"
      )
    }
    return try log.remembering { log in
      try Refold.items(log, key, from: last, through: nil).map { item in
        guard let type = try log.name(item.type) else {
          throw StoreError(
            .damaged, "the type of the event at position \(item.position) has no name")
        }
        return MovedEvent(
          event: InboxEvent(
            type.text, version: Int(type.version), kind: kind.name, entity: id,
            payload: [UInt8](item.payload)),
          stamp: try log.event(item.position).time, time: item.time,
          transaction: item.transaction, position: item.position, counts: item.counts)
      }
    }
  }
}
