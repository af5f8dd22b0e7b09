extension EntityType {
  /// The entity after each transaction that touches it, in order of arrival; nil where there was
  /// none.
  @usableFromInline
  func versions(_ log: LogReader, _ id: UUID) throws -> [(number: UInt64, value: (any Entity)?)] {
    try states(log, id).map { version in
      (version.number, try shown(version.state, id, log, after: version.number))
    }
  }

  /// The same as its own events leave it, deleted or not.
  func states(_ log: LogReader, _ id: UUID) throws -> [(number: UInt64, state: E?)] {
    var timeline = try EntityTimeline(log, kind.entityKey(id))
    // The state before each place, and after the last.
    var states = [try state(timeline.base)]
    var found: [(number: UInt64, state: E?)] = []
    found.reserveCapacity(timeline.transactions.count)
    for number in timeline.transactions {
      let changed = timeline.advance(to: number)
      states.removeLast(states.count - 1 - changed.lowerBound)
      for place in changed {
        states.append(try next(states[place], timeline.items[place], log, id))
      }
      found.append((number, states[states.count - 1]))
    }
    return found
  }

  /// What readers saw of a state after a transaction.
  func shown(_ state: E?, _ id: UUID, _ log: LogReader, after number: UInt64) throws -> E? {
    guard let state, !state.isDeleted else { return nil }
    return isAlone(state)
      ? state : try effect(on: state, id, log.reading(asOf: number)).applied(to: state)
  }

  /// Whether an event leaves a state, also one that was taken back or counts for nobody: what made
  /// the entity is here then.
  @usableFromInline
  func wasMade(_ log: LogReader, _ id: UUID) throws -> Bool {
    let key = kind.entityKey(id)
    let base = try log.baseline(key)
    var state = try self.state(base)
    if state != nil { return true }
    let last = try log.withEntity(key) { record, _ in record.lastPosition } ?? 0
    for item in try Refold.sorted(log, key, from: last, through: base) {
      state = try taking(state, item, log, id)
      if state != nil { return true }
    }
    return false
  }

  /// Which event that counts has set each field of the state, ascending; none without a state.
  @usableFromInline
  func setters(_ log: LogReader, _ id: UUID) throws -> [FieldSetter] {
    let key = kind.entityKey(id)
    guard let stored = try kind.load(log, id) else { return [] }
    let base = try log.baseline(key)
    let items = try Refold.items(log, key, from: stored.record.lastPosition, through: base)
    var (state, setters) = (try self.state(base), FieldSetters())
    setters.note(Self.bytes(of: state), nil)
    for item in items where item.counts {
      state = try next(state, item, log, id)
      setters.note(Self.bytes(of: state), item.position)
    }
    guard let last = state else { return [] }
    return setters.setters(of: last)
  }

  /// The transactions after which an entity is no longer there by its own events and was before, in
  /// canonical order; of events that count and were not purged.
  @usableFromInline
  func endings(_ log: LogReader, _ id: UUID) throws -> [UInt64] {
    let key = kind.entityKey(id)
    guard let stored = try kind.load(log, id) else { return [] }
    let base = try log.baseline(key)
    let items = try Refold.items(log, key, from: stored.record.lastPosition, through: base)
    var (state, found) = (try self.state(base), [UInt64]())
    var isThere = state.map { !$0.isDeleted } ?? false
    for item in items where item.counts {
      let wasThere = isThere
      state = try next(state, item, log, id)
      isThere = state.map { !$0.isDeleted } ?? false
      if wasThere, !isThere { found.append(item.transaction) }
    }
    return found
  }

  /// A state as it is stored; nothing for none.
  static func bytes(of state: E?) -> [UInt8] {
    var writer = PayloadWriter()
    state?.encode(into: &writer)
    return writer.array
  }

  /// The state after an event; as it was when the event does not count or cannot be folded.
  func next(_ state: E?, _ item: Refold.Item, _ log: LogReader, _ id: UUID) throws -> E? {
    item.counts ? try taking(state, item, log, id) : state
  }

  /// The same of an event as if it counted.
  func taking(_ state: E?, _ item: Refold.Item, _ log: LogReader, _ id: UUID) throws -> E? {
    let payload = try log.payload(item.position)
    var next = state
    do {
      guard let event = try decode(payload.type, payload.bytes) else { return state }
      try E._fold(&next, event, EventContext(id: id, time: item.time))
      return next
    } catch {
      return state
    }
  }
}
