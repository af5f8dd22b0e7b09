internal import LMDB

/// Building a projection's rows anew beside the live ones.
///
/// Entities are taken in the order of their keys, some thousand a transaction, and the last key is
/// kept in the same commit: a rebuild that was killed goes on where it was. A change of an entity
/// that has been taken is taken into the new rows too; of one that has not, its turn will come. So
/// nothing has to be caught up when the last entity is in, and the slots are swapped in that
/// commit.
package enum Rebuild {
  /// Starts a build, unless one of the same fingerprint is under way.
  static func start(_ projection: ProjectionRuntime, _ scope: inout WriteScope) throws {
    if projection.building != nil { return }
    let slot = projection.buildingSlot
    for table in slot.tables { try scope.rows.transaction.removeAll(table) }
    try scope.release(slot.owner)
    scope.counters[slot] = SlotState()
    scope.counters[slot].transaction = scope.counters.transactions
    projection.keepsBuilding = true
    projection.definition.buildFingerprint = projection.fingerprint
    projection.definition.buildRevision = projection.opened.revision
    projection.definition.buildParameters = projection.opened.projection.parameters
    projection.definition.buildProcess = scope.context.settings.process
    projection.definition.buildKey = []
    try projection.save(&scope)
  }

  /// What one step did.
  struct Taken {
    /// Those that it was for.
    let projections: [ProjectionRuntime]
    let entities: Int
    /// The entities that the rows are made of by now.
    var done = 0
    /// The entities of the store.
    var total = 0
    /// Whether their builds have ended and the new rows are live.
    let hasEnded: Bool

    var counts: RebuildTaken {
      RebuildTaken(
        names: projections.map(\.name), entities: entities, done: done, total: total,
        hasEnded: hasEnded)
    }
  }

  /// Takes the next entities into the rows of projections whose builds are equally far.
  static func advance(
    _ projections: [ProjectionRuntime], _ scope: inout WriteScope, by step: RebuildStep = .whole
  ) throws -> Taken {
    guard let start = projections.first?.definition.buildKey else {
      return Taken(projections: projections, entities: 0, hasEnded: true)
    }
    let before = try projections[0].reached.count(through: start, scope)
    let walked = try takeEntities(after: start, projections, &scope, step)
    let end = walked.last?.withBytes { [UInt8]($0) } ?? start
    invariant(
      walked.count == 0 || start.lexicographicallyPrecedes(end), "a build takes entities again")
    for projection in projections {
      projection.definition.buildKey = end
      projection.reached = BuildReach(key: end, count: before + walked.count)
      if !walked.hasMore { try finish(projection, &scope) }
      try projection.save(&scope)
    }
    let total = Int(try scope.reading.statistics(scope.tables.entities).rows)
    return Taken(
      projections: projections, entities: walked.count,
      done: walked.hasMore ? min(before + walked.count, total) : total, total: total,
      hasEnded: !walked.hasMore)
  }

  /// Advances those of the builds that are least far; or finds out which have ended because another
  /// process went on with them, or has taken the projection over.
  static func advanceTogether(
    _ projections: [ProjectionRuntime], _ scope: inout WriteScope, by step: RebuildStep = .whole
  ) throws -> Taken {
    let ended = projections.filter { $0.building == nil }
    if !ended.isEmpty {
      let total = Int(try scope.reading.statistics(scope.tables.entities).rows)
      return Taken(
        projections: ended, entities: 0, done: total, total: total, hasEnded: true)
    }
    // Those that lack what others wrote take that in first, when a transaction begins.
    let projections = projections.filter { $0.keptBuilding != nil }
    let keys = projections.map(\.definition.buildKey)
    guard let least = keys.min(by: { $0.lexicographicallyPrecedes($1) }) else {
      return Taken(projections: [], entities: 0, hasEnded: false)
    }
    let group = projections.filter { $0.definition.buildKey == least }
    return try advance(together(group, scope), &scope, by: step)
  }

  /// As many of some projections as have no more pages of new rows than one transaction is to
  /// change; one at least. The rows of a step lie anywhere among those of the steps before, and
  /// what a transaction changes stays in memory until its end.
  private static func together(
    _ projections: [ProjectionRuntime], _ scope: borrowing WriteScope
  ) throws -> [ProjectionRuntime] {
    var (chosen, pages) = ([ProjectionRuntime](), 0)
    for projection in projections {
      for table in projection.buildingSlot.tables {
        pages += try scope.reading.statistics(table).pages
      }
      if !chosen.isEmpty, pages > scope.context.settings.buildPages { break }
      chosen.append(projection)
    }
    return chosen
  }

  /// Takes all entities into the rows being built, and nothing else.
  static func fill(_ projection: ProjectionRuntime, _ scope: inout WriteScope) throws {
    var last: [UInt8] = []
    var hasMore = true
    while hasMore {
      let taken = try takeEntities(after: last, [projection], &scope, .whole)
      last = taken.last?.withBytes { [UInt8]($0) } ?? last
      hasMore = taken.hasMore
    }
  }

  /// What a projection does with the stored entities that are gone through.
  struct Part {
    var isOn = false
    /// Collects its rows; nil when they are built one by one.
    // Safety: kept by `take` for as long as the part is there. Owned, it would be counted for every
    // row.
    var collector: Unmanaged<RowCollector>?
  }

  /// Takes entities into rows that are collected and loaded in order, or, where that is not
  /// possible, one by one.
  ///
  /// - Throws: `Waiting.Interruption` when the step makes room.
  private static func takeEntities(
    after start: [UInt8], _ projections: [ProjectionRuntime], _ scope: inout WriteScope,
    _ step: RebuildStep
  ) throws -> EntityWalk {
    scope.rows.keepCursors()
    let outer = scope.standings
    scope.standings = outer ?? Standings()
    defer { scope.standings = outer }
    return try SplitBuild.take(after: start, projections, &scope, step)
      ?? takeTogether(after: start, projections, &scope, step)
  }

  /// The same on this thread.
  static func takeTogether(
    after start: [UInt8], _ projections: [ProjectionRuntime], _ scope: inout WriteScope,
    _ step: RebuildStep
  ) throws -> EntityWalk {
    try takeCollected(after: start, projections, &scope, step)
      // Something threw, or rows depend on other rows: who is left out is found one by one.
      ?? collecting(projections, [], &scope) { scope in try walk(after: start, [], &scope, step) }
  }

  /// Takes entities into rows that are collected and loaded in order; nil, and nothing done, where
  /// that is not possible.
  static func takeCollected(
    after start: [UInt8], _ projections: [ProjectionRuntime], _ scope: inout WriteScope,
    _ step: RebuildStep, _ gate: BuildGate? = nil
  ) throws -> EntityWalk? {
    let collectors = try projections.map {
      try RowCollector($0.buildingSlot.tables, of: scope.tables.entities, scope.reading)
    }
    return try collecting(projections, collectors, &scope) { scope in
      guard let taken = try collected(after: start, collectors, &scope, step, gate) else {
        return nil
      }
      for (projection, collector) in zip(projections, collectors) {
        try load(collector, into: projection.buildingSlot, &scope, step)
      }
      return taken
    }
  }

  /// Lets projections take in stored entities during `body`, into collectors where there are some.
  private static func collecting<R>(
    _ projections: [ProjectionRuntime], _ collectors: [RowCollector], _ scope: inout WriteScope,
    _ body: (inout WriteScope) throws -> R
  ) rethrows -> R {
    for _ in scope.projections { scope.building.append(Part()) }
    defer {
      scope.building.removeAll()
      scope.rows.collector = nil
      extendLifetime(collectors)
    }
    for (place, projection) in projections.enumerated() {
      scope.building[projection.index] = Part(
        isOn: true,
        collector: collectors.isEmpty ? nil : Unmanaged.passUnretained(collectors[place]))
    }
    return try body(&scope)
  }

  /// Collects the rows of entities; nil when something threw or the rows depend on other rows.
  private static func collected(
    after start: [UInt8], _ collectors: [RowCollector], _ scope: inout WriteScope,
    _ step: RebuildStep, _ gate: BuildGate?
  ) throws -> EntityWalk? {
    do {
      let taken = try walk(after: start, collectors, &scope, step, gate)
      return try collectors.allSatisfy { try $0.isLoadable() } ? taken : nil
    } catch let interruption as Waiting.Interruption {
      throw interruption
    } catch {
      return nil
    }
  }

  /// Loads collected rows, and gives their memory back.
  static func load(
    _ collector: RowCollector, into slot: ProjectionSlot, _ scope: inout WriteScope,
    _ step: RebuildStep
  ) throws {
    let before = scope.counters[slot].digest
    scope.counters[slot].digest = try collector.load(
      into: &scope.rows.transaction, before, waiting: step.makesRoom ? scope.context.waiting : nil)
    collector.clear()
  }

  /// Hands the entities after a key to the projections that are built, up to the end of the step or
  /// until a collector is full; with a gate, when another thread of the build ends.
  private static func walk(
    after start: [UInt8], _ collectors: [RowCollector], _ scope: inout WriteScope,
    _ step: RebuildStep, _ gate: BuildGate? = nil
  ) throws -> EntityWalk {
    let waiting = scope.context.waiting
    var kind: UInt32?
    var build = WriteOperations().build
    return try EntityWalk.take(scope.reading, scope.tables, after: start) { count in
      if count >= step.entities { return false }
      // Now and then: the limits are no sharp ones.
      if count & 63 != 63 { return true }
      if step.makesRoom { try waiting.makeRoom() }
      if let gate {
        return try !BuildGate.meets(after: count)
          || gate.meet(hasEnough: collectors.contains(where: \.isFull))
      }
      return !step.time.isOver && !collectors.contains(where: \.isFull)
    } _: { key, stored in
      // Entities of one kind are neighbours.
      if kind != key.kind {
        kind = key.kind
        build = scope.kind(key.kind)?.operations.build ?? WriteOperations().build
      }
      try build(&scope, key.id, stored)
    }
  }

  private static func finish(
    _ projection: ProjectionRuntime, _ scope: inout WriteScope
  ) throws {
    try scope.release(projection.liveSlot.owner)
    let number = projection.number
    invariant(
      scope.counters.projections[number].building.transaction == scope.counters.transactions,
      "rows become live that lack transactions")
    scope.counters.projections[number].live = scope.counters.projections[number].building
    scope.counters.projections[number].building = SlotState()
    projection.keepsLive = true
    projection.keepsBuilding = false
    projection.definition.slot = 1 - projection.definition.slot
    projection.definition.isLive = true
    projection.definition.fingerprint = projection.fingerprint
    projection.definition.parameters = projection.opened.projection.parameters
    projection.definition.revision = projection.opened.revision
    projection.definition.process = scope.context.settings.process
    projection.definition.buildFingerprint = nil
    projection.definition.buildKey = []
    projection.wasDeferred = false
  }
}
