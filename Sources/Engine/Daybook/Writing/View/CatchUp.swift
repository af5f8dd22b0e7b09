/// Bringing a projection's rows up to date that were left behind by processes that do not keep
/// them: their schema lacks the projection, or has another version of it.
///
/// A process moves the mark of rows only while it takes every change into them, so rows that a mark
/// says to be up to date are.
enum CatchUp {
  /// How long an append may wait for what others left behind; the rest is for whoever reads the
  /// rows.
  static let patience = Duration.milliseconds(20)
  /// Transactions between two looks at the clock, at least and at most.
  private static let chunks: ClosedRange<UInt64> = 64...4096

  /// Finds out which rows are kept here, and takes into them what happened since their last
  /// transaction.
  ///
  /// - Parameter limit: how long that may take; with one, rows that were deferred are wanted now.
  static func recover(_ scope: inout WriteScope, limit: StepLimit? = nil) throws {
    let endsDeferral = limit != nil
    var limit = limit
    let before = scope.counters
    let outer = scope.lists
    scope.lists = RelationLists()
    defer { scope.lists = outer }
    for projection in scope.projections {
      if endsDeferral { projection.wasDeferred = false }
      let live = projection.isDeferred ? nil : projection.live
      projection.keepsLive = try bring(projection, live, &scope, &limit)
      projection.keepsBuilding = try bring(projection, projection.building, &scope, &limit)
    }
    scope.known.hasBehind = scope.projections.contains(where: \.isBehind)
    // For drafts, which look at the counters to see what they may read.
    if scope.counters != before { try scope.storeCounters() }
  }

  /// Brings everything up to date at once, for a draft that reads what is not.
  static func finish(_ scope: inout WriteScope) throws {
    try recover(&scope, limit: StepLimit.none)
    while try step(&scope) {}
    try scope.storeCounters()
  }

  /// Whether there are rows that more steps will bring up to date, or build.
  static func hasMore(_ scope: inout WriteScope) -> Bool {
    scope.projections.contains { $0.isBehind || $0.live == nil && $0.building != nil }
  }

  /// Goes on with rows that cannot be read yet. Returns whether there is more to do.
  static func step(_ scope: inout WriteScope, by step: RebuildStep = .whole) throws -> Bool {
    let unread = scope.projections.filter { $0.live == nil && $0.building != nil }
    if !unread.isEmpty { _ = try Rebuild.advanceTogether(unread, &scope, by: step) }
    return hasMore(&scope)
  }

  /// Brings the rows of one slot up to date. Returns whether they are.
  private static func bring(
    _ projection: ProjectionRuntime, _ slot: ProjectionSlot?, _ scope: inout WriteScope,
    _ limit: inout StepLimit?
  ) throws -> Bool {
    guard let slot else { return false }
    let last = scope.counters[slot].transaction
    if last == scope.counters.transactions { return true }
    guard last >= scope.counters.purged, last < scope.counters.transactions else {
      return try giveUp(projection, slot, &scope)
    }
    let end = limit ?? StepLimit(patience)
    limit = end
    return try advance(projection, slot, &scope, end)
  }

  /// Takes in what happened since the slot's last transaction, each touched entity once a chunk.
  private static func advance(
    _ projection: ProjectionRuntime, _ slot: ProjectionSlot, _ scope: inout WriteScope,
    _ limit: StepLimit
  ) throws -> Bool {
    while scope.counters[slot].transaction < scope.counters.transactions, !limit.isOver {
      let last = scope.counters[slot].transaction
      invariant(last >= scope.counters.purged, "rows are to take in what was purged")
      let next = min(last + chunk(scope.counters.transactions - last), scope.counters.transactions)
      var touched: [EntityKey] = []
      var known: Set<EntityKey> = []
      var walk = TouchWalk(scope.reader)
      for number in last..<next {
        try walk.visit(number + 1) { if known.insert($0).inserted { touched.append($0) } }
      }
      let isWhole = try scope.remembering { scope in
        var (then, now) = (scope.reader, scope.reader)
        then.asOf = last
        now.asOf = next
        let (before, after) = (Standings(), Standings())
        (then.standings, now.standings) = (before, after)
        defer { extendLifetime((before, after)) }
        var start = 0
        while start < touched.count {
          guard try addRelated(projection, &touched, from: start, &known, &scope, then, now) else {
            return false
          }
          let merged = try takeIn(touched[start...], projection, slot, &scope, then, now)
          start = touched.count
          for key in merged where known.insert(key).inserted { touched.append(key) }
        }
        return true
      }
      guard isWhole else { return try giveUp(projection, slot, &scope) }
      scope.counters[slot].transaction = next
    }
    return scope.counters[slot].transaction == scope.counters.transactions
  }

  /// Takes in what happened to some entities. Returns those that were merged in a circle with one
  /// of them, at either moment: one event decides who of them stays.
  private static func takeIn(
    _ touched: ArraySlice<EntityKey>, _ projection: ProjectionRuntime, _ slot: ProjectionSlot,
    _ scope: inout WriteScope, _ then: LogReader, _ now: LogReader
  ) throws -> [EntityKey] {
    var merged: [UInt32: [EntityKey]] = [:]
    for key in touched {
      guard let kind = scope.kind(key.kind) else { continue }
      if !slot.isBuilding || projection.hasBuilt(key),
        try !kind.operations.catchUp(&scope, projection.index, slot, key.id, then, now)
      {
        continue
      }
      merged[key.kind, default: []].append(key)
    }
    var found: [EntityKey] = []
    for (number, keys) in merged.sorted(by: { $0.key < $1.key }) {
      guard let circles = scope.kind(number)?.known.operations.circles else { continue }
      for log in [then, now] {
        found += try circles(log, keys).map { EntityKey(kind: number, id: $0) }
      }
    }
    return found
  }

  /// Adds the entities that refer to what was deleted, came back or was merged.
  ///
  /// The stored states say who refers to it by now. Whoever refers to something else by then was
  /// touched in between, which is so only up to the newest transaction.
  ///
  /// - Returns: false when it cannot be said who referred to it.
  private static func addRelated(
    _ projection: ProjectionRuntime, _ touched: inout [EntityKey], from start: Int,
    _ known: inout Set<EntityKey>, _ scope: inout WriteScope, _ then: LogReader, _ now: LogReader
  ) throws -> Bool {
    if projection.relations.isEmpty { return true }
    var index = start
    while index < touched.count {
      let key = touched[index]
      index += 1
      for place in scope.relations.indices {
        let relation = scope.relations[place]
        guard relation.parent.number == key.kind,
          projection.relations.contains(where: { $0 === relation })
        else { continue }
        let standing = relation.parent.known.operations.standing
        if try standing(then, key.id) == standing(now, key.id) { continue }
        guard scope.isNewest(now) else { return false }
        for id in try scope.listedChildren(of: [key.id], place) {
          let child = EntityKey(kind: relation.child.number, id: id)
          if known.insert(child).inserted { touched.append(child) }
        }
      }
    }
    return true
  }

  /// How many of the `behind` transactions one step catches up with.
  ///
  /// A step folds each entity that its transactions touch twice, from all its events, so larger
  /// steps are cheaper. With an eighth of the rest in each step, catching up costs some eight times
  /// what its last step alone costs, however far the rows are behind.
  private static func chunk(_ behind: UInt64) -> UInt64 {
    min(max(behind / 8, chunks.lowerBound), chunks.upperBound)
  }

  /// Rebuilds rows whose catch-up needs log that was purged.
  private static func giveUp(
    _ projection: ProjectionRuntime, _ slot: ProjectionSlot, _ scope: inout WriteScope
  ) throws -> Bool {
    if slot.isBuilding {
      projection.definition.buildFingerprint = nil
    } else {
      projection.definition.isLive = false
    }
    try projection.save(&scope)
    if projection.definition.keeper(for: projection.opened) != nil { return false }
    try Rebuild.start(projection, &scope)
    return slot.isBuilding
  }
}
