internal import LMDB

/// Folding every entity anew from its events, and putting right those that are not what comes of
/// it.
enum LogReplay {
  /// Entities that one transaction puts right at the most.
  private static let mostDiffering = 1000

  /// What one transaction of a replay has done.
  struct Step: Sendable {
    /// The last entity that was folded.
    var key: [UInt8] = []
    var hasMore = false
    var entities = 0
    var events: UInt64 = 0
    var skipped = 0
    var differences: [Replay.Difference] = []
    /// The entities of the store.
    var total = 0
  }

  /// Folds the next entities, and puts right those that are not what comes of it.
  ///
  /// - Throws: `Waiting.Interruption` when the step makes room; `StoreError.damaged`, and then
  ///   nothing was changed, where the row of an entity does not lead to its events.
  static func advance(
    after key: [UInt8], _ scope: inout WriteScope, by step: RebuildStep
  ) throws -> Step {
    try CatchUp.recover(&scope, limit: StepLimit.none)
    var taken = Step(key: key)
    var differing: [EntityKey] = []
    try walk(&taken, &differing, &scope, step)
    taken.differences = try differing.map { try difference(of: $0, scope) }
    try putRight(differing, &scope)
    try ReplayNotes.add(taken.differences, &scope)
    return taken
  }

  /// Makes the rows of entities anew that cannot be read, from records that lead to their events.
  ///
  /// - Returns: the differences, all in one commit.
  static func mend(
    _ records: [EntityKey: EntityRecord], _ scope: inout WriteScope
  ) throws -> [Replay.Difference] {
    try CatchUp.recover(&scope, limit: StepLimit.none)
    let keys = records.keys.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
    for key in keys {
      guard let record = records[key] else { continue }
      record.encode(into: &scope.rows.buffers.scratch)
      try scope.putEntity(key)
    }
    let differences = try keys.map { try difference(of: $0, scope) }
    try putRight(keys, &scope)
    try ReplayNotes.add(differences, &scope)
    return differences
  }

  private static func walk(
    _ taken: inout Step, _ differing: inout [EntityKey], _ scope: inout WriteScope,
    _ step: RebuildStep
  ) throws {
    let waiting = scope.context.waiting
    taken.total = Int(try scope.reading.statistics(scope.tables.entities).rows)
    let walked = try scope.remembering { scope in
      let log = scope.reader
      return try EntityWalk.take(scope.reading, scope.tables, after: taken.key) { count in
        if count >= step.entities || differing.count >= mostDiffering { return false }
        if count & 63 != 63 { return true }
        if step.makesRoom { try waiting.makeRoom() }
        return !step.time.isOver
      } _: { key, stored in
        guard let kind = scope.kind(key.kind), kind.foreign == nil else {
          taken.skipped += 1
          return
        }
        taken.entities += 1
        taken.events += UInt64(stored.record.eventCount)
        if try !isFolded(kind, log, key, stored) { differing.append(key) }
      }
    }
    taken.key = walked.last?.withBytes { [UInt8]($0) } ?? taken.key
    taken.hasMore = walked.hasMore
  }

  /// Whether an entity is what its events fold to; a state that cannot be read is not.
  private static func isFolded(
    _ kind: WrittenKind, _ log: LogReader, _ key: EntityKey, _ stored: StoredEntity
  ) throws -> Bool {
    do {
      if case .same = try kind.known.operations.folds(log, key.id, stored, nil) { return true }
    } catch let error as StoreError { throw error } catch {}
    return false
  }

  private static func difference(
    of key: EntityKey, _ scope: borrowing WriteScope
  ) throws -> Replay.Difference {
    let log = scope.reader
    let kind = scope.kind(key.kind)
    let drift = try log.withEntity(key) { record, state in
      try kind?.known.operations.drift(
        log, key.id, StoredEntity(record: record, bytes: state))
    }
    let found = drift ?? nil
    // What was purged is in no event.
    let position = found.map(\.position).flatMap { $0 > scope.counters.purgedPosition ? $0 : nil }
    return Replay.Difference(
      kind: kind?.name ?? "", entity: key.id, position: position,
      transaction: try position.map { try log.event($0).transaction },
      properties: found?.properties ?? [], failure: found?.failure)
  }

  /// Stores what the events of entities fold to, and hands the changes to the views.
  private static func putRight(_ keys: [EntityKey], _ scope: inout WriteScope) throws {
    if keys.isEmpty { return }
    for key in keys { try scope.kind(key.kind)?.operations.markUnreadable(&scope, key.id) }
    scope.disown()
    for kind in scope.kinds { try scope.refold(kind) }
    try scope.flushTouched()
  }
}
