extension EntityType {
  /// An entity that is not there by its own events as it was last while all of them counted, and
  /// why it is not there; nil when it never was.
  @inlinable
  func omitted(
    _ log: LogReader, _ id: UUID
  ) throws -> (version: Stamped<E>, absence: Absence)? {
    let key = kind.entityKey(id)
    guard let stored = try kind.load(log, id) else { return nil }
    let base = try log.baseline(key)
    let items = try Refold.items(log, key, from: stored.record.lastPosition, through: base)
    var state = try self.state(base)
    var last = state.flatMap { $0.isDeleted ? nil : $0 }
    var record = base?.record ?? stored.record
    var (maker, end) = (Refold.Item?.none, Refold.Item?.none)
    for item in items {
      state = try taking(state, item, log, id)
      if let alive = state, !alive.isDeleted {
        if last == nil {
          maker = item
          record.created = item.time
        }
        (last, end) = (alive, nil)
        record.modified = item.time
      } else if last != nil, end == nil {
        end = item
      }
    }
    guard let last, let version = version(StateBox(last), record, key) else { return nil }
    return (version, try absence(maker, end, items, log))
  }

  /// Why an entity is not there that an event has made and another one has ended.
  @inlinable
  func absence(
    _ maker: Refold.Item?, _ end: Refold.Item?, _ items: [Refold.Item], _ log: LogReader
  ) throws -> Absence {
    var lost = end == nil ? items.last { !$0.counts } : nil
    if let maker, !maker.counts { lost = maker }
    if let lost {
      return lost.isVoid
        ? Absence(.void, by: lost.transaction)
        : Absence(.takenBack, by: try log.newestRetraction(of: lost.transaction))
    }
    return Absence(.deleted, by: end?.transaction ?? 0)
  }
}
