extension StoreCheck {
  /// What is in quarantine is there, and is as much as the counters say.
  static let quarantine = StoreCheck("quarantine", .derived) { scope, _ in
    var counts: [QuarantineKey.Owner: UInt64] = [:]
    try scope.reader.everyRow(of: scope.tables.quarantine) { name, row in
      guard let key = QuarantineKey(name) else {
        throw scope.reading.damaged(scope.tables.quarantine, name)
      }
      var reader = PayloadReader(row.bytes)
      if try reader.next() == 1 { _ = try reader.string() }
      guard try Self.isThere(key, scope.reader) else {
        throw StoreError(
          .damaged, "the quarantine holds an event of \(key.entity.id) that it does not have")
      }
      counts[key.owner, default: 0] += 1
    }
    let count = counts.values.reduce(0, +)
    try Self.expect(counts.removeValue(forKey: .fold) ?? 0, scope.counters.quarantined, "folds")
    for (number, state) in scope.counters.projections.enumerated() {
      let definition = try ProjectionDefinition.stored(number, scope.reading, scope.tables)
      for slot in [0, 1] {
        let expected = slot == definition.slot ? state.live : state.building
        let found = counts.removeValue(forKey: .projection(number: number, slot: slot)) ?? 0
        try Self.expect(found, expected.quarantined, definition.name)
      }
    }
    guard counts.isEmpty else {
      throw StoreError(.damaged, "the quarantine names a projection that the store does not have")
    }
    return "\(count) left out"
  }

  private static func isThere(_ key: QuarantineKey, _ log: LogReader) throws -> Bool {
    guard let record = try log.withEntity(key.entity, { record, _ in record }) else { return false }
    guard key.owner == .fold else { return key.position == 0 }
    guard record.isQuarantined else { return false }
    // A baseline that cannot be read is told at the position of the last event in it.
    if try log.baseline(key.entity)?.record.lastPosition == key.position { return true }
    return try log.event(key.position).entity == key.entity.packed
  }

  private static func expect(_ found: UInt64, _ expected: UInt64, _ owner: String) throws {
    guard found == expected else {
      throw StoreError(
        .damaged, "\(owner) left out \(expected), and the quarantine has \(found) of them; rebuild")
    }
  }
}
