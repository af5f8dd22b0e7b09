internal import LMDB

/// The way from the row of an entity to its events: the row has the position of the last, and each
/// event that of the one before.
enum EntityChains {
  /// Whether so many events of entities are all that the log has, and every state that a purge has
  /// left has its entity.
  static func reach(_ events: UInt64, _ scope: borrowing WriteScope) throws -> Bool {
    let log = scope.reader
    let stored = UInt64(try log.transaction.statistics(log.tables.events).rows)
    var own: UInt64 = 0
    if events != stored {
      try eachEvent(scope) { _, key in if key == nil { own += 1 } }
    }
    guard events + own == stored else { return false }
    guard log.hasBaselines else { return true }
    var isWhole = true
    try log.everyRow(of: log.tables.baselines) { name, _ in
      if let key = EntityKey(name), try log.withEntity(key, { _, _ in }) == nil { isWhole = false }
    }
    return isWhole
  }

  /// Lets the row of each entity lead to its last event, makes rows that are missing, and removes
  /// those that belong to no event; the states are for a fold to put right, and the rows of views
  /// for a build.
  ///
  /// Goes through the whole log, with two reads for each event, in one transaction.
  ///
  /// - Returns: the entities that were removed.
  static func mend(_ scope: inout WriteScope) throws -> LogReplay.Step {
    try CatchUp.recover(&scope, limit: StepLimit.none)
    var last: [EntityKey: UInt64] = [:]
    try eachEvent(scope) { position, key in if let key { last[key] = position } }
    let log = scope.reader
    if log.hasBaselines {
      try log.everyRow(of: log.tables.baselines) { name, _ in
        guard let key = EntityKey(name), last[key] == nil else { return }
        last[key] = try log.baseline(key)?.record.lastPosition
      }
    }
    var removed = LogReplay.Step()
    var wrong: [EntityKey] = []
    _ = try EntityWalk.take(scope.reading, scope.tables, after: [], while: { _ in true }) {
      key, stored in
      let position = last.removeValue(forKey: key)
      if position == stored.record.lastPosition { return }
      wrong.append(key)
      if let position { last[key] = position }
    }
    for key in wrong where last[key] == nil {
      let table = scope.tables.entities
      try key.withBytes { name in _ = try scope.rows.transaction.remove(table, name) }
      removed.differences.append(
        Replay.Difference(
          kind: scope.kind(key.kind)?.name ?? "", entity: key.id, position: nil, transaction: nil,
          properties: [], failure: "the log has no event of it"))
    }
    for (key, position) in last { try lead(key, to: position, &scope) }
    return removed
  }

  /// Puts the position of its last event into the row of an entity.
  private static func lead(
    _ key: EntityKey, to position: UInt64, _ scope: inout WriteScope
  ) throws {
    let stored = try scope.reader.withEntity(key) { record, state in (record, [UInt8](state)) }
    var (record, state) = stored ?? (EntityRecord(), [])
    record.lastPosition = position
    record.encode(into: &scope.rows.buffers.scratch)
    state.withUnsafeBytes { scope.rows.buffers.scratch.raw($0) }
    try scope.putEntity(key)
  }

  /// Calls `body` with each event's position and entity; nil for the engine's own events.
  private static func eachEvent(
    _ scope: borrowing WriteScope, _ body: (UInt64, EntityKey?) throws -> Void
  ) throws {
    let log = scope.reader
    var cursor = try log.transaction.cursor(log.tables.events)
    while try cursor.next() {
      let position = cursor.key
      let record = try cursor.value.withUnsafeBytes {
        try EventRecord.read($0, at: position).record
      }
      let kind = scope.names[record.type]?.kind ?? 0
      try body(position, kind == 0 ? nil : EntityKey(kind: kind, record.entity))
    }
  }
}
