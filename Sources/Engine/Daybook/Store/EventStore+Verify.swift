internal import LMDB

extension EventStore {
  /// Checks every page of the file, every checksum, the log against itself, the entities against a
  /// fold of the log, each projection against a build from those entities, and whether folds and
  /// projections leave nothing out.
  ///
  /// Reads everything and writes nothing; appends wait meanwhile (about a second for 100,000
  /// events). It does not read damaged pages, because LMDB would end the process.
  ///
  /// - Parameter progress: called with each check when it has ended, on the thread that checks.
  /// - Throws: a `StoreError`; `CancellationError` when the task was cancelled between two checks.
  public func verify(
    progress: @escaping @Sendable (Verification.Check) -> Void = { _ in }
  ) async throws -> Verification {
    try await OwnThread.value { check in
      try self.verify { last in
        if let last { progress(last) }
        try check()
      }
    }
  }

  /// The blocking twin of the asynchronous `verify`.
  @available(*, noasync)
  public func verify() throws -> Verification {
    checkMayWait(in: "verify")
    return try verify { _ in }
  }

  /// - Parameter step: called with what the last check found, before the next; throws to end.
  private func verify(
    _ step: @escaping @Sendable (Verification.Check?) throws -> Void
  ) throws -> Verification {
    try step(nil)
    let pages = try withEnvironment { environment in
      var pages = Verification()
      try pages.check("pages", .log) {
        try environment.checkPages()
        return "every page in use is sound"
      }
      return pages
    }
    try step(pages.checks.last)
    return pages.ok ? try verify(pages, step) : pages
  }

  private func verify(
    _ pages: Verification, _ step: @escaping @Sendable (Verification.Check?) throws -> Void
  ) throws -> Verification {
    try inspect { scope in
      var result = pages
      func note(
        _ name: String, _ part: Verification.Part, _ body: () throws -> String
      ) throws {
        try result.check(name, part, body)
        try step(result.checks.last)
      }
      result.events = UInt64(try scope.reading.statistics(scope.tables.events).rows)
      result.transactions = UInt64(
        try scope.reading.statistics(scope.tables.transactions).rows)
      try CatchUp.recover(&scope, limit: StepLimit.none)
      return try scope.remembering { scope in
        var verifier = Verifier()
        try note("events", .log) { try verifier.events(&scope) }
        try note("transactions", .log) { try verifier.transactions(&scope) }
        for index in scope.context.settings.indexes {
          try note(index.name, .derived) { try index.check(scope) }
        }
        try note("entities", .derived) { try verifier.entities(&scope) }
        for check in StoreCheck.all {
          try note(check.name, check.part) { try check.run(scope) }
        }
        for projection in scope.projections {
          try note(projection.name, .view) { try verifier.projection(projection, &scope) }
        }
        try note("left out", .schema) {
          let items = try scope.quarantinedItems()
          guard let first = items.first else { return "nothing" }
          throw LeftOut(count: items.count, first: first)
        }
        return result
      }
    }
  }
}

/// Something is in quarantine.
private struct LeftOut: Error, CustomStringConvertible {
  let count: Int
  let first: QuarantinedItem

  var description: String {
    "\(count) \(count == 1 ? "is" : "are") in quarantine, the first of \(first.kind) "
      + "\(first.entity): \(first.error)"
  }
}

/// The checks of `verify`, within one LMDB transaction that is dropped afterwards.
private struct Verifier {
  /// The engine's own events, which belong to no entity.
  private var engineEvents: UInt64 = 0

  mutating func events(_ scope: inout WriteScope) throws -> String {
    engineEvents = 0
    let log = scope.reader
    var cursor = try log.transaction.cursor(log.tables.events)
    var expected: UInt64 = 1
    var count = 0
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
      guard let owner = try log.record(record.transaction), owner.positions.contains(position)
      else {
        throw StoreError(.damaged, "the event at position \(position) is in no transaction")
      }
      if type.kind == 0 { engineEvents += 1 }
      expected = position + 1
      count += 1
    }
    guard max(expected, scope.counters.purgedPosition + 1) == scope.counters.events + 1 else {
      throw StoreError(
        .damaged, "the log ends at position \(expected - 1), not \(scope.counters.events)")
    }
    return "\(count) events"
  }

  func transactions(_ scope: inout WriteScope) throws -> String {
    let log = scope.reader
    var cursor = try log.transaction.cursor(log.tables.transactions)
    var (expected, position): (UInt64, UInt64) = (1, 1)
    var count = 0
    while try cursor.next() {
      let number = cursor.key
      let record = cursor.value.withUnsafeBytes { TransactionRecord($0, number: number) }
      if number > expected, expected <= scope.counters.purged {
        expected = min(number, scope.counters.purged + 1)
        position = number <= scope.counters.purged ? 0 : scope.counters.purgedPosition + 1
      }
      guard number == expected, let record, position == 0 || record.firstPosition == position
      else { throw StoreError(.damaged, "transaction \(expected) is missing or damaged") }
      guard try log.number(replica: record.replica, sequence: record.sequence) == number else {
        throw StoreError(.damaged, "transaction \(number) is not found by its dot")
      }
      (expected, position) = (number + 1, record.positions.upperBound)
      count += 1
    }
    guard max(expected, scope.counters.purged + 1) == scope.counters.transactions + 1 else {
      throw StoreError(
        .damaged,
        "the log ends at transaction \(expected - 1), not \(scope.counters.transactions)")
    }
    return "\(count) transactions"
  }

  func entities(_ scope: inout WriteScope) throws -> String {
    let log = scope.reader
    var cursor = try log.transaction.cursor(log.tables.entities)
    var count = 0
    var unmade: (count: Int, first: String) = (0, "")
    var events: UInt64 = 0
    while try cursor.next() {
      let key = cursor.key.withUnsafeBytes { EntityKey($0) }
      let stored = cursor.key.withUnsafeBytes { name in
        cursor.value.withUnsafeBytes { log.tables.entities.opened($0, name) }
      }
      guard let key, let stored, let record = EntityRecord(stored) else {
        throw cursor.key.withUnsafeBytes { log.transaction.damaged(log.tables.entities, $0) }
      }
      count += 1
      events += UInt64(record.eventCount)
      guard let kind = scope.kind(key.kind), kind.foreign == nil else { continue }
      try check(log, kind, key.id, record, stored.from(EntityRecord.headerSize))
      // Of events that are not here nobody knows what they made.
      if !record.hasState, record.eventCount > 0,
        (try? kind.known.operations.wasMade(log, key.id)) == false
      {
        if unmade.count == 0 { unmade.first = "\(kind.name) \(key.id)" }
        unmade.count += 1
      }
    }
    let stored = UInt64(try log.transaction.statistics(log.tables.events).rows)
    guard events + engineEvents == stored else {
      throw StoreError(
        .damaged,
        "the entities have \(events) events and the engine \(engineEvents), the log has \(stored)")
    }
    let retractions = UInt64(try log.transaction.statistics(log.tables.retractions).rows)
    guard retractions == scope.counters.retractions else {
      throw StoreError(
        .damaged,
        "\(retractions) retractions are listed, \(scope.counters.retractions) were recorded")
    }
    return "\(count) entities"
      + (unmade.count == 0
        ? ""
        : ", \(unmade.count) of them with events and nothing that makes them, such as \(unmade.first)")
  }

  /// Throws, naming the entity, unless its stored state is what its events fold to.
  private func check(
    _ log: LogReader, _ kind: WrittenKind, _ id: UUID, _ record: EntityRecord,
    _ state: BorrowedBytes
  ) throws {
    let folds: FoldCheck
    do {
      folds = try kind.known.operations.folds(log, id, StoredEntity(record: record, bytes: state))
    } catch {
      throw StoreError(.damaged, "the \(kind.name) \(id) cannot be read: \(error)", cause: error)
    }
    guard case .same = folds else {
      throw StoreError(.damaged, "the \(kind.name) \(id) is not what its events fold to")
    }
  }

  func projection(_ projection: ProjectionRuntime, _ scope: inout WriteScope) throws -> String {
    guard let live = projection.keptLive else {
      let isForeign = projection.definition.keeper(for: projection.opened) != nil
      return isForeign ? "kept by another version of the app" : "not built"
    }
    let stored = scope.counters[live].digest
    var rows = Digest()
    for (index, table) in live.tables.enumerated() {
      try RowScan.forward(
        scope.reading, table, prefix: .none
      ) {
        rows.add(index, $0, $1)
        return true
      }
    }
    guard rows == stored else {
      throw StoreError(.damaged, "the rows have digest \(rows), \(stored) was recorded; rebuild")
    }
    if projection.definition.buildFingerprint != nil { return "\(stored.rows) rows, being rebuilt" }
    try Rebuild.start(projection, &scope)
    _ = try Rebuild.advance([projection], &scope)
    let built = scope.counters.projections[projection.number].live.digest
    guard built == stored else {
      throw StoreError(.damaged, "the rows have digest \(stored), a build gives \(built); rebuild")
    }
    return "\(stored.rows) rows, digest \(stored)"
  }
}
