extension EntityType {
  /// An entity that is not there by its own events as it was last before it went, and why it is
  /// not there; nil when it never was.
  ///
  /// What was taken back while it was there changes nothing of it.
  @usableFromInline
  func omitted(
    _ log: LogReader, _ id: UUID
  ) throws -> (version: Stamped<E>, absence: Absence)? {
    let key = kind.entityKey(id)
    guard let stored = try kind.load(log, id) else { return nil }
    let base = try log.baseline(key)
    let items = try Refold.items(log, key, from: stored.record.lastPosition, through: base)
    let first = Life<E>(record: base?.record ?? stored.record, state: try state(base))
    var life = try first.going(on: items.filter(\.counts)) { try taking($0, $1, log, id) }
    if life.last == nil {
      let all = try first.going(on: items) { try taking($0, $1, log, id) }
      guard let maker = all.maker else { return nil }
      let gone = try retraction(of: maker, log)
      let together = try items.filter { item in
        if item.isVoid, !maker.isVoid { return false }
        if !item.isRetracted { return true }
        // Of a maker that was cut off nobody knows when: what was taken back is left out.
        return try maker.isRetracted && retraction(of: item, log) >= gone
      }
      life = try first.going(on: together) { try taking($0, $1, log, id) }
    }
    guard let last = life.last, let version = version(StateBox(last), life.record, key)
    else { return nil }
    return (version, try absence(life.maker, life.end, items, log))
  }

  /// Why an entity is not there that an event has made and another one has ended.
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

  /// The transaction that has taken an event back at last; 0 where none has.
  func retraction(of item: Refold.Item, _ log: LogReader) throws -> UInt64 {
    item.isRetracted ? try log.newestRetraction(of: item.transaction) : 0
  }
}
