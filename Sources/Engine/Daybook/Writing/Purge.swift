internal import LMDB

/// Shortening the log: of each entity, one baseline takes the place of its older events.
///
/// Everything up to one transaction goes, in order of arrival, except what a later fold may still
/// need: the events of entities that have a later event with an earlier stamp, that a later
/// retraction concerns, of which something is in quarantine, or that the schema does not understand
/// whole.
///
/// The bound is stored first, then entities follow in commits of some 20 ms, then transactions. One
/// that is killed leaves a store that is whole; the next purge goes on with what is left.
enum Purge {
  /// How long one commit may take, unless somebody waits for it.
  private static let patience = Duration.milliseconds(20)
  /// Entities, or transactions, between two looks at the clock.
  private static let chunk = 16
  /// Entities, or transactions, in one commit at the most.
  private static let step = 10_000

  /// How far a purge has come.
  struct Progress: Sendable {
    /// The entity that was last; nil before the first.
    fileprivate var last: EntityKey?
    /// Whether no entity is left.
    fileprivate var hasEntities = true
    /// The transaction that was last.
    fileprivate var lastTransaction: UInt64 = 0
    /// Whether nothing is left.
    fileprivate(set) var hasEnded = false
    /// Events that were removed.
    fileprivate(set) var events = 0
    /// Transactions that were removed.
    fileprivate(set) var transactions = 0
    /// How many were left alone because the schema does not understand them.
    fileprivate(set) var notUnderstood = 0
    /// The transactions on whose counting a retraction has a say that is not purged.
    fileprivate var concerned: Set<UInt64> = []
    /// Retractions up to this transaction are taken into account in that.
    fileprivate var seen: UInt64 = 0
  }

  /// Lets tokens before `number` expire.
  static func begin(_ number: UInt64, _ scope: inout WriteScope) throws {
    let position = try scope.reader.existing(number).positions.upperBound - 1
    invariant(
      number > scope.counters.purged && position > scope.counters.purgedPosition,
      "what was purged to \(scope.counters.purged) is to be purged to \(number)")
    try scope.beginChain(after: number)
    try scope.forgetRemains()
    scope.counters.purgedPosition = position
    scope.counters.purged = number
    // Readers of this transaction take what is missing from here on for purged.
    try scope.storeCounters()
    try scope.notePurge(through: number)
    // Who observes what it reads of the log sees less of it now.
    scope.rows.changes?.hasTransactions = true
  }

  /// Takes the next entities, and when none is left the next transactions.
  static func advance(_ progress: inout Progress, _ scope: inout WriteScope) throws {
    let before = progress.events + progress.transactions
    if progress.hasEntities {
      try advanceEntities(&progress, &scope)
    } else {
      try advanceTransactions(&progress, &scope)
    }
    // Another purge may have ended meanwhile.
    if progress.events + progress.transactions > before { try scope.forgetRemains() }
  }

  // MARK: Entities

  /// Replaces the older events of the next entities.
  private static func advanceEntities(_ progress: inout Progress, _ scope: inout WriteScope) throws
  {
    let limit = StepLimit(patience, waiting: scope.context.waiting)
    let keys = try entities(after: progress.last, &scope)
    try noteRetractions(&progress, &scope)
    var understanding = Understanding(schemaVersion: scope.context.settings.schemaVersion)
    let purged = scope.counters.purged
    let before = progress.events
    var count = 0
    for key in keys {
      if count >= chunk, count % chunk == 0, limit.isOver { break }
      let kind = scope.kind(key.kind)
      if try understanding.covers(key, of: kind?.known, scope.reader, where: { $0 <= purged }) {
        progress.events += try replace(key, progress.concerned, &scope)
      } else if key.kind != scope.rules?.kind {
        progress.notUnderstood += 1
      }
      progress.last = key
      count += 1
    }
    if progress.events > before { expireRowsLeftBehind(&scope) }
    progress.hasEntities = count < keys.count || count == step
  }

  /// Has rows built anew that were left behind before the newest statement about the space:
  /// baselines go by that, and no longer tell what those rows were made from.
  private static func expireRowsLeftBehind(_ scope: inout WriteScope) {
    guard let newest = scope.rules?.newest else { return }
    for index in scope.counters.projections.indices {
      if scope.counters.projections[index].live.transaction < newest {
        scope.counters.projections[index].live.transaction = 0
      }
      if scope.counters.projections[index].building.transaction < newest {
        scope.counters.projections[index].building.transaction = 0
      }
    }
  }

  /// Returns how many events were replaced.
  private static func replace(
    _ key: EntityKey, _ concerned: Set<UInt64>, _ scope: inout WriteScope
  ) throws -> Int {
    let log = scope.reader
    let purged = scope.counters.purged
    guard let kind = scope.kind(key.kind), kind.foreign == nil,
      let stored = try log.withEntity(key, { StoredEntity(record: $0, bytes: $1) }),
      let old = try replaceable(key, stored.record, concerned, &scope), let last = old.first
    else { return 0 }
    scope.rows.buffers.scratch.truncate()
    var state = PayloadWriter()
    // By what is known of the space now, which may have come later than the events.
    var baseline = try kind.known.operations.fold(log, key.id, stored, &state) { $0 <= purged }
    guard !baseline.isQuarantined else { return 0 }
    baseline.lastPosition = last
    invariant(last <= scope.counters.purgedPosition, "events are replaced that are not purged")
    invariant(stored.record.eventCount >= old.count, "more events are replaced than there are")
    var row = PayloadWriter()
    baseline.encode(baseline: state.bytes, revision: kind.storedRevision, into: &row)
    try key.withBytes {
      try scope.rows.transaction.put(scope.tables.baselines, $0, sealing: &row)
    }
    for position in old { try remove(event: position, &scope) }
    var record = stored.record
    record.eventCount -= UInt32(old.count)
    let bytes = stored.state.map { [UInt8]($0) } ?? []
    record.encode(into: &scope.rows.buffers.scratch)
    bytes.withUnsafeBytes { scope.rows.buffers.scratch.raw($0) }
    try scope.putEntity(key)
    return old.count
  }

  /// The positions of an entity's older events, newest first; nil when a later fold may need them.
  private static func replaceable(
    _ key: EntityKey, _ record: EntityRecord, _ concerned: Set<UInt64>, _ scope: inout WriteScope
  ) throws -> [UInt64]? {
    let log = scope.reader
    let base = try log.baseline(key)?.record.lastPosition ?? 0
    var old: [UInt64] = []
    var newest = HybridTime.distantPast
    var oldestLater = HybridTime(rawValue: .max)
    var position = record.lastPosition
    while position > base {
      let event = try log.event(position)
      if event.transaction > scope.counters.purged {
        oldestLater = min(oldestLater, try log.effectiveTime(of: event))
      } else {
        newest = max(newest, try log.effectiveTime(of: event))
        if concerned.contains(event.transaction) { return nil }
        old.append(position)
      }
      position = event.previous
    }
    return newest < oldestLater ? old : nil
  }

  /// Takes the retractions into account that have come since the last step.
  private static func noteRetractions(_ progress: inout Progress, _ scope: inout WriteScope) throws
  {
    let last = max(progress.seen, scope.counters.purged)
    guard last < scope.counters.transactions else { return }
    var walk = TouchWalk(scope.reader)
    for retraction in try scope.reader.retractions(after: last) {
      try walk.visit(retraction) { _ in }
    }
    progress.concerned.formUnion(walk.seen)
    progress.seen = scope.counters.transactions
  }

  private static func entities(
    after last: EntityKey?, _ scope: inout WriteScope
  ) throws -> [EntityKey] {
    let read: BorrowedTransaction = scope.reading
    var cursor = try read.cursor(scope.tables.entities)
    var more =
      try last?.withBytes { try cursor.seek($0) } ?? cursor.first()
    var keys: [EntityKey] = []
    while more, keys.count < step {
      let key = cursor.key.withUnsafeBytes { EntityKey($0) }
      guard let key else {
        throw cursor.key.withUnsafeBytes { read.damaged(scope.tables.entities, $0) }
      }
      if key != last { keys.append(key) }
      more = try cursor.next()
    }
    return keys
  }

  // MARK: Transactions

  /// Removes the next transactions that have no event left.
  private static func advanceTransactions(
    _ progress: inout Progress, _ scope: inout WriteScope
  ) throws {
    let limit = StepLimit(patience, waiting: scope.context.waiting)
    var count = 0
    while progress.lastTransaction < scope.counters.purged, count < step {
      if count >= chunk, count % chunk == 0, limit.isOver { break }
      count += 1
      try remove(progress.lastTransaction + 1, &progress, &scope)
      progress.lastTransaction += 1
    }
    progress.hasEnded = progress.lastTransaction >= scope.counters.purged
  }

  private static func remove(
    _ number: UInt64, _ progress: inout Progress, _ scope: inout WriteScope
  ) throws {
    let log = scope.reader
    guard let record = try log.record(number) else { return }
    for position in record.positions {
      guard try log.transaction.value(scope.tables.events, position) != nil else { continue }
      guard try removeRetraction(position, number, &scope) else { return }
      progress.events += 1
    }
    try scope.rows.transaction.remove(scope.tables.transactions, number)
    progress.transactions += 1
    for index in scope.context.settings.indexes { try index.forget(record, &scope) }
  }

  /// Removes a retraction whose target is gone or never heeds it; false when the event has to stay.
  private static func removeRetraction(
    _ position: UInt64, _ number: UInt64, _ scope: inout WriteScope
  ) throws -> Bool {
    let log = scope.reader
    let event = try log.payload(position)
    guard let name = scope.names[event.type], Control.isRetraction(name) else { return false }
    let target = try Control.target(event.bytes)
    guard let replica = try log.number(of: target.replica),
      target.sequence <= (try log.newestSequence(replica))
    else { return false }
    if let found = try log.number(replica: replica, sequence: target.sequence),
      let record = try log.record(found),
      try found > scope.counters.purged || log.existing(number).comes(after: record, log)
    {
      return false
    }
    try remove(event: position, &scope)
    return true
  }

  private static func remove(event position: UInt64, _ scope: inout WriteScope) throws {
    for index in scope.context.settings.indexes { try index.forget(event: position, &scope) }
    try scope.rows.transaction.remove(scope.tables.events, position)
  }
}
