extension SpaceRules {
  /// Reads the statements of a log; nil when it has none. O(s) for s statements.
  convenience init?(_ log: LogReader) throws {
    guard let row = try SpaceRow.stored(log.transaction, log.tables) else { return nil }
    var found: [(number: UInt64, statement: SpaceResolution.Statement)] = []
    let key = EntityKey(kind: row.kind, id: row.space)
    var position = try log.withEntity(key) { record, _ in record.lastPosition } ?? 0
    while position > 0 {
      let event = try log.event(position)
      if let statement = try log.statement(position, event) {
        found.append((event.transaction, statement))
      }
      position = event.previous
    }
    found.reverse()
    self.init(kind: row.kind, space: row.space, founder: row.founder, found)
  }
}
