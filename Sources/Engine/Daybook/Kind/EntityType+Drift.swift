/// How the stored state of an entity differs from what its events fold to.
@usableFromInline
struct EntityDrift {
  /// The event that makes the difference: the last that changes a property which differs; one that
  /// cannot be read or folded; the last of all where the states are equal and the records differ.
  let position: UInt64
  /// The properties that differ, `old` being what is stored.
  let properties: [History.PropertyChange]
  /// Why the event counts for nothing; nil when it does.
  let failure: String?
}

extension EntityType {
  /// Nil when the stored state is what the events fold to.
  @usableFromInline
  func drift(_ log: LogReader, _ id: UUID, _ stored: StoredEntity) throws -> EntityDrift? {
    let key = kind.entityKey(id)
    let folded = try Refold.fold(self, log, key, stored.record)
    // A row that leads to fewer events than it counts would lose what it has.
    guard folded.record.eventCount == stored.record.eventCount else {
      throw LogReader.wrongChain(key)
    }
    let isStored = (try? isStored(folded.state, stored)) ?? false
    if folded.record == stored.record, isStored { return nil }
    let properties = History.PropertyChange.between(try? state(stored), folded.state)
    let isNew = folded.record.isQuarantined != stored.record.isQuarantined
    if isNew, let failure = folded.failures.first {
      return EntityDrift(
        position: failure.position, properties: properties, failure: failure.message)
    }
    let position = try lastChange(of: Set(properties.map(\.name)), log, key, stored.record)
    return EntityDrift(
      position: position ?? stored.record.lastPosition, properties: properties, failure: nil)
  }

  /// The last event, in canonical order, that changes one of some properties.
  private func lastChange(
    of names: Set<String>, _ log: LogReader, _ key: EntityKey, _ record: EntityRecord
  ) throws -> UInt64? {
    let base = try log.baseline(key)
    var state = (try? state(base)) ?? nil
    var position: UInt64?
    for item in try Refold.items(log, key, from: record.lastPosition, through: base) {
      let next = try next(state, item, log, key.id)
      if History.PropertyChange.between(state, next).contains(where: { names.contains($0.name) }) {
        position = item.position
      }
      state = next
    }
    return position
  }
}
