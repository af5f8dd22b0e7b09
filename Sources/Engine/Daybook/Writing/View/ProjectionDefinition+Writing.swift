extension ProjectionDefinition {
  /// Writes the description of projection `number`, and lets other processes know.
  func save(as number: Int, _ scope: inout WriteScope) throws {
    encode(into: &scope.rows.buffers.scratch)
    try MetaKey.projection(number).withBytes { key in
      try scope.rows.transaction.put(scope.tables.meta, key, sealing: &scope.rows.buffers.scratch)
    }
    scope.counters.generation += 1
  }

  /// Says that there are no rows.
  mutating func dropRows() {
    isLive = false
    buildFingerprint = nil
    buildKey = []
  }
}
