extension WriteScope {
  /// Takes a change into rows and notes which were touched; or undoes it, and returns why.
  @inlinable
  mutating func trace<E: Entity>(
    _ change: EntityChange<E>, _ slot: ProjectionSlot,
    _ update: (EntityChange<E>, inout Rows) throws -> Void, _ trace: ContributionTrace
  ) throws -> String? {
    if let failure = try attempt(change, slot, update) { return failure }
    note(trace)
    return nil
  }

  /// Notes the rows that the last change has touched.
  @usableFromInline
  mutating func note(_ trace: ContributionTrace) {
    while let entry = rows.buffers.journal.popLast() { trace.add(entry.table, entry.key) }
    if rows.hasLooked { trace.hasLooked = true }
    rows.hasLooked = false
  }
}
