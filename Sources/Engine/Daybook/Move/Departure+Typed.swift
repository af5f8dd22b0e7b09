/// The departures of one entity, told from whatever else its events are.
extension Departure {
  /// Those that count, in canonical order.
  ///
  /// - Parameters:
  ///   - events: all that count of the entity, in canonical order.
  ///   - candidates: the transactions that may be among them.
  static func all<E: Entity>(
    of type: E.Type, _ id: UUID, _ events: [MovedEvent], among candidates: Set<UInt64>,
    _ reader: borrowing Reader
  ) throws -> [UInt64] {
    let (type, log) = (try reader.registry.type(type), reader.log)
    guard let record = try type.kind.load(log, id)?.record else { return [] }
    var (before, found) = (Set<UInt64>(), [UInt64]())
    for number in events.map(\.transaction) where !found.contains(number) {
      if candidates.contains(number), try isAlone(number, reader) {
        let isThere = { (folded: Set<UInt64>) in
          try log.remembering { log in
            try Refold.fold(type, log, type.kind.entityKey(id), record) { folded.contains($0) }
              .state.map { !$0.isDeleted } ?? false
          }
        }
        // One that another replica wrote at the same time deletes what is deleted, and counts once
        // the first is taken back.
        if try isThere(before), try !isThere(before.union([number])) {
          found.append(number)
          continue
        }
      }
      before.insert(number)
    }
    return found
  }

  /// The last one; nil when the entity never left, or has come back, or was purged.
  static func last<E: Entity>(
    of type: E.Type, _ id: UUID, _ reader: borrowing Reader
  ) throws -> UInt64? {
    if try reader.log.baseline(reader.registry.type(type).kind.entityKey(id)) != nil { return nil }
    let events = try MovedEvent.all(of: type, id, reader).filter(\.counts)
    let numbers = Set(events.map(\.transaction))
    return try all(of: type, id, events, among: numbers, reader).last
  }
}
