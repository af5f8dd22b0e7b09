internal import LMDB

/// The checks of `verify`, within one LMDB transaction that is dropped afterwards.
struct Verifier {
  /// The engine's own events, which belong to no entity.
  private var engineEvents: UInt64 = 0
  /// How many events the chains of the entities reach, or the first thing that is wrong with one.
  private(set) var chains: Result<Int, any Error> = .success(0)
  /// The digests of the live rows of projections, by their places; of those that were summed up.
  var stored: [Int: Digest] = [:]
  /// What builds give, which goes on meanwhile.
  let trial: TrialBuild
  /// The latest time of a transaction.
  private(set) var newest = HybridTime.distantPast

  init(trial: TrialBuild) { self.trial = trial }

  mutating func events(_ scope: inout WriteScope) throws -> String {
    engineEvents = 0
    let log = scope.reader
    var cursor = try log.transaction.cursor(log.tables.events)
    var expected: UInt64 = 1
    var count = 0
    var owner: (number: UInt64, record: TransactionRecord)?
    while try cursor.next() {
      let position = cursor.key
      // Of what was purged, some events may be left; after it nothing may be missing.
      if position > expected { expected = min(position, scope.counters.purgedPosition + 1) }
      let record = cursor.value.withUnsafeBytes { EventRecord($0, position: position) }
      guard position == expected || position <= scope.counters.purgedPosition, let record else {
        throw StoreError(.damaged, "the event at position \(expected) is missing or damaged")
      }
      guard record.previous < position, let type = scope.names[record.type] else {
        throw StoreError(.damaged, "the event at position \(position) refers to what is not there")
      }
      if owner?.number != record.transaction {
        owner = try log.record(record.transaction).map { (record.transaction, $0) }
      }
      guard let owner, owner.record.positions.contains(position) else {
        throw StoreError(.damaged, "the event at position \(position) is in no transaction")
      }
      guard record.time == owner.record.stampTime else {
        throw StoreError(
          .damaged, "the event at position \(position) has another time than its transaction")
      }
      if type.kind == 0 { engineEvents += 1 }
      expected = position + 1
      count += 1
    }
    guard max(expected, scope.counters.purgedPosition + 1) == scope.counters.events + 1 else {
      throw StoreError(
        .damaged, "the log ends at position \(expected - 1), not \(scope.counters.events)")
    }
    return count.counted("event")
  }

  mutating func transactions(_ scope: inout WriteScope) throws -> String {
    let log = scope.reader
    var cursor = try log.transaction.cursor(log.tables.transactions)
    var (expected, position): (UInt64, UInt64) = (1, 1)
    var count = 0
    var before: (number: UInt64, record: TransactionRecord)?
    newest = .distantPast
    while try cursor.next() {
      let number = cursor.key
      let record = cursor.value.withUnsafeBytes { TransactionRecord($0, number: number) }
      if number > expected, expected <= scope.counters.purged {
        expected = min(number, scope.counters.purged + 1)
        position = number <= scope.counters.purged ? 0 : scope.counters.purgedPosition + 1
      }
      guard number == expected, let record, position == 0 || record.firstPosition == position
      else { throw StoreError(.damaged, "transaction \(expected) is missing or damaged") }
      try cursor.value.withUnsafeBytes { try Self.check(record, $0, number, scope.names) }
      newest = max(newest, record.time)
      // What follows another one of its run is found when that is.
      let isInRun = before.map { $0.number + 1 == number && $0.record.isFollowed(by: record) }
      if isInRun != true {
        guard try log.number(replica: record.replica, sequence: record.sequence) == number else {
          throw StoreError(.damaged, "transaction \(number) is not found by its dot")
        }
      }
      before = (number, record)
      (expected, position) = (number + 1, record.positions.upperBound)
      count += 1
    }
    guard max(expected, scope.counters.purged + 1) == scope.counters.transactions + 1 else {
      throw StoreError(
        .damaged,
        "the log ends at transaction \(expected - 1), not \(scope.counters.transactions)")
    }
    return count.counted("transaction")
  }

  /// Throws unless a record says what its header says.
  private static func check(
    _ record: TransactionRecord, _ row: BorrowedBytes, _ number: UInt64, _ names: borrowing Names
  ) throws {
    let header = try TravellingHeader(row.from(TransactionRecord.headerSize), of: number)
    guard let what = record.difference(from: header, names) else { return }
    throw StoreError(.damaged, "transaction \(number) has another \(what) than its header")
  }

  mutating func entities(_ scope: inout WriteScope) throws -> String {
    let log = scope.reader
    var cursor = try log.transaction.cursor(log.tables.entities)
    var count = 0
    var unmade: (count: Int, first: String) = (0, "")
    var events: UInt64 = 0
    var failure: (any Error)?
    chains = .success(0)
    while try cursor.next() {
      let key = cursor.key.withUnsafeBytes { EntityKey($0) }
      let stored = cursor.key.withUnsafeBytes { name in
        cursor.value.withUnsafeBytes { log.tables.entities.opened($0, name) }
      }
      guard let key, let stored, let record = EntityRecord(stored) else {
        let damage = cursor.key.withUnsafeBytes {
          log.transaction.damaged(log.tables.entities, $0)
        }
        chains = .failure(damage)
        throw damage
      }
      count += 1
      events += UInt64(record.eventCount)
      let reached = Result { try chain(of: key, record, log, scope) }
      chains = chains.flatMap { count in reached.map { count + $0.count } }
      guard failure == nil, let kind = scope.kind(key.kind), kind.foreign == nil else { continue }
      do {
        try check(log, kind, key.id, record, EntityRecord.state(of: stored), reached)
      } catch {
        // The chains of the others are followed all the same.
        failure = error
        continue
      }
      // Of events that are not here nobody knows what they made; what was taken back is here.
      if !record.hasState, record.eventCount > 0,
        (try? kind.known.operations.wasMade(log, key.id)) == false
      {
        if unmade.count == 0 { unmade.first = "\(kind.name) \(key.id)" }
        unmade.count += 1
      }
    }
    if let failure { throw failure }
    let stored = UInt64(try log.transaction.statistics(log.tables.events).rows)
    guard events + engineEvents == stored else {
      throw StoreError(
        .damaged,
        "the entities have \(events.counted("event")) and the engine \(engineEvents), the log has \(stored)"
      )
    }
    let retractions = UInt64(try log.transaction.statistics(log.tables.retractions).rows)
    guard retractions == scope.counters.retractions else {
      throw StoreError(
        .damaged,
        "\(retractions.counted("retraction is", "retractions are")) listed, \(scope.counters.retractions) were recorded"
      )
    }
    return count.counted("entity", "entities")
      + (unmade.count == 0
        ? ""
        : ", \(unmade.count) of them with events and nothing that makes them, such as \(unmade.first)")
  }

  /// The events of an entity, newest first, when its chain reaches all of them and ends where it
  /// should.
  private func chain(
    of key: EntityKey, _ record: EntityRecord, _ log: LogReader, _ scope: borrowing WriteScope
  ) throws -> [Refold.Item] {
    let base = try log.baseline(key)?.record.lastPosition ?? 0
    var items: [Refold.Item] = []
    var position = record.lastPosition
    while position > base {
      position = try log.withEvent(position) { event, payload in
        guard event.entity == key.packed, scope.names[event.type]?.kind == key.kind,
          event.previous < position
        else {
          throw StoreError(
            .damaged, "the event at position \(position) is in the chain of entity \(key.id)")
        }
        items.append(try Refold.Item(event, payload, at: position, log))
        return event.previous
      }
    }
    guard position == base else {
      throw StoreError(
        .damaged, "the chain of entity \(key.id) passes its baseline at position \(base)")
    }
    guard items.count == record.eventCount else {
      throw StoreError(
        .damaged,
        "the entity \(key.id) reaches \(items.count.counted("event")), and should reach \(record.eventCount)"
      )
    }
    return items
  }

  /// Throws, naming the entity, unless its stored state is what its events fold to.
  private func check(
    _ log: LogReader, _ kind: WrittenKind, _ id: UUID, _ record: EntityRecord,
    _ state: BorrowedBytes, _ chain: Result<[Refold.Item], any Error>
  ) throws {
    let folds: FoldCheck
    do {
      folds = try kind.known.operations.folds(
        log, id, StoredEntity(record: record, bytes: state),
        Refold.items(log, chain: chain.get()))
    } catch {
      throw StoreError(.damaged, "the \(kind.name) \(id) cannot be read: \(error)", cause: error)
    }
    guard case .same = folds else {
      throw StoreError(.damaged, "the \(kind.name) \(id) is not what its events fold to")
    }
  }

  func projection(
    _ projection: ProjectionRuntime, _ scope: inout WriteScope
  ) throws -> String {
    guard let live = projection.keptLive else {
      let isForeign = projection.definition.keeper(for: projection.opened) != nil
      return isForeign ? "kept by another version of the app" : "not built"
    }
    let stored = scope.counters[live].digest
    let rows = try self.stored[projection.index] ?? sum(live, scope)
    guard rows == stored else {
      throw StoreError(.damaged, "the rows have digest \(rows), \(stored) was recorded; rebuild")
    }
    if projection.definition.buildFingerprint != nil {
      return stored.rows.counted("row") + ", being rebuilt"
    }
    if trial.digests()[projection.index] != stored {
      try Rebuild.start(projection, &scope)
      _ = try Rebuild.advance([projection], &scope)
      let built = scope.counters.projections[projection.number].live.digest
      guard built == stored else {
        throw StoreError(
          .damaged, "the rows have digest \(stored), a build gives \(built); rebuild")
      }
    }
    return "\(stored.rows.counted("row")), digest \(stored)"
  }

  /// The digest of stored rows.
  private func sum(_ slot: ProjectionSlot, _ scope: borrowing WriteScope) throws -> Digest {
    var rows = Digest()
    for (index, table) in slot.tables.enumerated() {
      try scope.reader.everyRow(of: table) { rows.add(index, $0, $1) }
    }
    return rows
  }
}
