internal import LMDB

/// Folding every entity anew from its events, and putting right those that are not what comes of
/// it.
enum LogReplay {
  /// How far a replay has come.
  struct Place: Sendable {
    /// The last entity that was folded.
    var key: [UInt8] = []
    /// The events that the entities up to there reach.
    var reached: UInt64 = 0
    var isAtEnd = false
  }

  /// What one transaction of a replay has done.
  struct Step: Sendable {
    var place = Place()
    var entities = 0
    var events: UInt64 = 0
    var skipped = 0
    var differences: [Replay.Difference] = []
    /// The entities of the store.
    var total = 0
    /// False when the row of an entity does not lead to its events, or when all rows together do
    /// not lead to all events.
    var isWhole = true
  }

  /// Folds the next entities, and puts right those that are not what comes of it.
  ///
  /// - Throws: `Waiting.Interruption` when the step makes room.
  static func advance(
    _ start: Place, _ scope: inout WriteScope, by step: RebuildStep
  ) throws -> Step {
    try CatchUp.recover(&scope, limit: StepLimit.none)
    var taken = Step(place: start)
    var differing: [EntityKey] = []
    do {
      try walk(&taken, &differing, &scope, step)
    } catch let error as StoreError where error.code == .damaged {
      return Step(place: start, isWhole: false)
    }
    taken.differences = try differing.map { try difference(of: $0, scope) }
    try putRight(differing, &scope)
    for key in differing {
      let count = try scope.reader.withEntity(key) { record, _ in record.eventCount } ?? 0
      taken.place.reached += UInt64(count)
      taken.events += UInt64(count)
    }
    if taken.place.isAtEnd {
      taken.isWhole = try EntityChains.reach(taken.place.reached, scope)
    }
    return taken
  }

  /// Goes through the next entities; those that are `differing` are not counted yet.
  private static func walk(
    _ taken: inout Step, _ differing: inout [EntityKey], _ scope: inout WriteScope,
    _ step: RebuildStep
  ) throws {
    let waiting = scope.context.waiting
    taken.total = Int(try scope.reading.statistics(scope.tables.entities).rows)
    let walked = try scope.remembering { scope in
      let log = scope.reader
      return try EntityWalk.take(scope.reading, scope.tables, after: taken.place.key) { count in
        if count >= step.entities { return false }
        if count & 63 != 63 { return true }
        if step.makesRoom { try waiting.makeRoom() }
        return !step.time.isOver
      } _: { key, stored in
        let count = UInt64(stored.record.eventCount)
        guard let kind = scope.kind(key.kind), kind.foreign == nil else {
          taken.skipped += 1
          taken.place.reached += count
          return
        }
        taken.entities += 1
        guard case .same = try kind.known.operations.folds(log, key.id, stored, nil) else {
          return differing.append(key)
        }
        taken.place.reached += count
        taken.events += count
      }
    }
    taken.place.key = walked.last?.withBytes { [UInt8]($0) } ?? taken.place.key
    taken.place.isAtEnd = !walked.hasMore
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
