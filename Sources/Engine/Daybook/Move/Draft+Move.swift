internal import DaybookSnapshot

extension Draft {
  /// Gives the draft's events the time of a save that is moved; a clock that is behind follows, as
  /// it follows what arrives.
  ///
  /// - Throws: `StoreError.clockAhead` for a time that no clock can have shown by now.
  func stamp(moved time: HybridTime) throws {
    if let hours = time.impossibleLead(over: scope.draft.wall) {
      throw StoreError(
        .clockAhead,
        "what is moved was written \(hours) hours ahead of this device; set the clock of the one that is wrong, and move it again"
      )
    }
    scope.draft.time = max(scope.draft.time, time)
    scope.stampDraft(time)
  }

  /// Adds the events that the store lacks of a save that is moved into it. Returns how many.
  ///
  /// - Throws: `StoreError.notInSchema`, what reading a payload or folding it throws.
  mutating func append(moved events: [MovedEvent]) throws -> Int {
    var (known, count): ([UUID: [MovedEvent]], Int) = ([:], 0)
    for event in events {
      let id = event.event.entity
      if known[id] == nil { known[id] = try self.events(of: id, event.event.kind) }
      // One that is there stands for one that is moved.
      if let place = known[id]?.firstIndex(where: { $0.isSame(as: event) }) {
        known[id]?.remove(at: place)
        continue
      }
      try scope.append(event.event)
      count += 1
    }
    return count
  }

  /// What the store knows of an entity before the draft.
  private func events(of id: UUID, _ kind: String) throws -> [MovedEvent] {
    let name = Names.Name(sort: Names.Sort.kind.rawValue, text: kind)
    guard let number = scope.names.number(name) else { return [] }
    return try MovedEvent.all(of: EntityKey(kind: number, id: id), kind, scope.reader)
      .map(\.event)
  }
}
