extension Reader {
  /// The entities that a transaction touches, those of what it takes back included.
  ///
  /// O(k) for k events.
  ///
  /// - Throws: `StoreError.noSuchTransaction`.
  public func entities(touchedBy number: UInt64) throws -> [(kind: String, id: UUID)] {
    log.trace?.noteLog()
    return try touched(number).map { ((try log.name($0.kind))?.text ?? "", $0.id) }
  }

  /// What a transaction did to the entities of one type, with the values before and after.
  ///
  /// Values are folded from the entity's own events, nothing is stored twice: O(k log k) for an
  /// entity of k events.
  ///
  /// - Throws: `StoreError.noSuchTransaction`, `notInSchema`.
  public func changes<E: Entity>(
    of type: E.Type, in number: UInt64
  ) throws -> [(id: ID<E>, change: History.Change<E>)] {
    _ = try registry.type(type)
    return try changes(in: number).compactMap { change in
      change.typed(type).map { (ID(change.entity), $0) }
    }
  }

  /// What a transaction did to the entities of every kind that the schema knows.
  ///
  /// Entities that it left as they were are not listed.
  public func changes(in number: UInt64) throws -> [History.AnyChange] {
    log.trace?.noteLog()
    return try differences(touched(number).map { ($0, number) }, from: number - 1, to: number)
  }

  /// What happened to entities between two places in the history, each entity once, with the last
  /// transaction that touched it.
  ///
  /// O(n) for n events between them.
  ///
  /// - Throws: `StoreError.foreignToken`, `expiredToken`.
  public func differences(
    from start: History.Token, to end: History.Token
  ) throws -> [History.AnyChange] {
    log.trace?.noteLog()
    let (first, last) = (try place(start), try place(end))
    guard first <= last else {
      return try differences(touched(after: last, through: first), from: first, to: last)
    }
    return try differences(touched(after: first, through: last), from: first, to: last)
  }

  /// The entity as it was after a transaction; nil when it did not exist then. O(k log k).
  ///
  /// - Throws: `StoreError.foreignToken`, `expiredToken`, `notInSchema`.
  public func entity<E: Entity>(
    _ type: E.Type, _ id: UUID, asOf token: History.Token
  ) throws -> E? {
    log.trace?.noteLog()
    let operations = try registry.operations(of: type)
    return try operations.value(log(asOf: try place(token)), id) as? E
  }

  /// Every transaction that touched an entity, oldest first, with the value after it.
  ///
  /// A purge leaves events that a later fold needs. The transactions that wrote them are in no list
  /// and cannot be undone, so they are no versions.
  ///
  /// O(k log k) for an entity of k events that arrived in their order. After an event that arrived
  /// late or was taken back, the events that follow it are folded once more.
  public func versions<E: Entity>(of type: E.Type, _ id: UUID) throws -> [History.Version<E>] {
    log.trace?.noteLog()
    let operations = try registry.operations(of: type)
    let purged = try purged()
    return try log.remembering { log in
      try operations.versions(log, id).filter { $0.number > purged }.map { number, value in
        guard let transaction = try transaction(number, log) else {
          throw StoreError.damaged("transaction \(number) is missing")
        }
        return History.Version(transaction: transaction, value: value as? E)
      }
    }
  }

  // MARK: Parts

  private func touched(_ number: UInt64) throws -> [EntityKey] {
    guard try number > start(nil), try log.record(number) != nil else {
      throw StoreError(.noSuchTransaction, "there is no transaction \(number)")
    }
    return try log.touched(number)
  }

  /// The entities that transactions touched, and the last one of those that did.
  private func touched(
    after first: UInt64, through last: UInt64
  ) throws -> [(key: EntityKey, number: UInt64)] {
    guard try last <= newestNumber() else {
      throw StoreError(.noSuchTransaction, "there is no transaction \(last) yet")
    }
    var found: [(key: EntityKey, number: UInt64)] = []
    var places: [EntityKey: Int] = [:]
    var walk = TouchWalk(log)
    for number in first..<last {
      try walk.visit(number + 1) { key in
        if let place = places[key] {
          found[place].number = number + 1
        } else {
          places[key] = found.count
          found.append((key, number + 1))
        }
      }
    }
    return found
  }

  private func differences(
    _ touched: [(key: EntityKey, number: UInt64)], from first: UInt64, to last: UInt64
  ) throws -> [History.AnyChange] {
    try log.remembering { log in
      var (then, now) = (log, log)
      (then.asOf, now.asOf) = (first, last)
      var saved: History.Transaction?
      return try touched.compactMap { key, number in
        guard let kind = registry.kinds.first(where: { $0.number == key.kind }) else { return nil }
        if saved?.number != number { saved = try transaction(number, log) }
        guard let transaction = saved else {
          throw StoreError.damaged("transaction \(number) is missing")
        }
        return try kind.operations.difference(transaction, then, now, key.id)
      }
    }
  }

  private func log(asOf number: UInt64) -> LogReader {
    var log = log
    log.asOf = number
    return log
  }
}
