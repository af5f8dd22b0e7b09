extension Reader {
  /// The events of an entity in canonical order, in which they are folded; those that do not count
  /// are among them. Those that were purged are not.
  ///
  /// The schema need not know the kind. O(k log k) for k events.
  ///
  /// - Throws: `StoreError.invalidArgument` for a kind that the store has never met; `damaged`.
  public func events(ofKind kind: String, _ id: UUID) throws -> [History.UntypedEvent] {
    let key = EntityKey(kind: try number(ofKind: kind), id: id)
    let log = log
    log.trace?.noteLog()
    let record = try log.withEntity(key) { record, _ in record }
    guard let record else { return [] }
    let items = try Refold.items(
      log, key, from: record.lastPosition, through: log.baseline(key))
    // Late is what arrived after something that comes later.
    var (earliest, isLate) = (UInt64.max, Set<UInt64>())
    for item in items.reversed() {
      if item.position > earliest { isLate.insert(item.position) }
      earliest = min(earliest, item.position)
    }
    return try items.map { item in
      History.UntypedEvent(
        event: try event(item.position), time: item.time, isRetracted: item.isRetracted,
        isVoid: item.isVoid, isLate: isLate.contains(item.position),
        failure: record.isQuarantined ? try log.failure(of: key, at: item.position) : nil)
    }
  }
}
