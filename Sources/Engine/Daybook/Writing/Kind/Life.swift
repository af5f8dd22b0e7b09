/// An entity from the event that has made it to the one that has ended it.
struct Life<E: Entity> {
  /// As it was while it was there last; nil when it never was.
  private(set) var last: E?
  /// The event that has made it; nil when it was there before.
  private(set) var maker: Refold.Item?
  /// The event that has ended it; nil while it is there.
  private(set) var end: Refold.Item?
  /// Its times.
  private(set) var record: EntityRecord
  var state: E?

  /// - Parameter state: what it is before its first event.
  init(record: EntityRecord, state: E?) {
    (self.record, self.state) = (record, state)
    last = state.flatMap { $0.isDeleted ? nil : $0 }
  }

  /// What it is after further events.
  ///
  /// - Parameter taking: folds an event.
  func going(
    on items: [Refold.Item], taking: (E?, Refold.Item) throws -> E?
  ) rethrows -> Life {
    var life = self
    for item in items {
      life.state = try taking(life.state, item)
      if let alive = life.state, !alive.isDeleted {
        if life.last == nil {
          life.maker = item
          life.record.created = item.time
        }
        (life.last, life.end) = (alive, nil)
        life.record.modified = item.time
      } else if life.last != nil, life.end == nil {
        life.end = item
      }
    }
    return life
  }
}
