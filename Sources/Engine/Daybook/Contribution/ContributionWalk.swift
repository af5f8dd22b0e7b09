internal import LMDB

/// Hands stored entities one by one to a projection, on tables that are empty each time, and notes
/// what each leaves there. For a private copy, in which nobody reads the rows that are built.
struct ContributionWalk {
  /// How far it has come.
  struct Step: Sendable {
    var key: [UInt8] = []
    var count = 0
    var total = 0
    var hasMore = true
  }

  /// Entities of one transaction.
  static let entities = 256

  let projection: ProjectionRuntime
  private let slot: ProjectionSlot
  private let trace = ContributionTrace()

  /// - Throws: `StoreError.notInSchema`; `viewKeptByOther`, `projectionNotReady` when the schema's
  ///   rows are not there.
  init(_ view: String, _ scope: inout WriteScope) throws {
    projection = try scope.projection(view)
    if projection.keptLive == nil { try Takeover.check(projection) }
    guard projection.keptLive != nil else {
      throw StoreError(.projectionNotReady, "the view \(view) has no rows; rebuild it first")
    }
    slot = projection.buildingSlot
    scope.rows.hasLooked = false
  }

  /// Takes the next entities, and puts what they give into a table.
  func advance(
    after step: Step, into table: Table<LexicalOrder>, _ scope: inout WriteScope
  ) throws -> Step {
    try prepared(&scope) { scope in
      var keys: [EntityKey] = []
      let walked = try EntityWalk.take(
        scope.reading, scope.tables, after: step.key, while: { $0 < Self.entities }
      ) { key, _ in keys.append(key) }
      for key in keys {
        for (sort, place, row) in try taken(key, &scope) {
          row.encode(into: &scope.rows.buffers.scratch)
          try row.name(sort, table: place).withUnsafeBytes {
            try scope.rows.putScratch(table, $0)
          }
        }
      }
      return Step(
        key: walked.last?.withBytes { [UInt8]($0) } ?? step.key, count: step.count + walked.count,
        total: Int(try scope.reading.statistics(scope.tables.entities).rows),
        hasMore: walked.hasMore)
    }
  }

  /// What some entities leave together under a key, which may be nothing.
  func together(
    _ entities: [EntityKey], _ table: Int, _ key: [UInt8], _ scope: inout WriteScope
  ) throws -> [UInt8]? {
    try prepared(&scope) { scope in
      trace.clear()
      for entity in entities {
        _ = try scope.kind(entity.kind)?
          .operations.contribute(&scope, projection.index, slot, entity.id, trace)
      }
      var found: [UInt8]?
      for place in trace.places {
        let row = try takeOut(place, &scope)
        if place.table == table, place.key == key { found = row }
      }
      return found
    }
  }

  /// What an entity gives, with the places of the tables; its rows are taken out again.
  private func taken(
    _ key: EntityKey, _ scope: inout WriteScope
  ) throws -> [(ContributionRow.Sort, Int, ContributionRow)] {
    guard let kind = scope.kind(key.kind), projection.follows(kind) else { return [] }
    trace.clear()
    let fate = try kind.operations.contribute(&scope, projection.index, slot, key.id, trace)
    var found: [(Int, ContributionRow)] = []
    for place in trace.places {
      var row = ContributionRow(key)
      row.key = place.key
      row.row = try takeOut(place, &scope) ?? []
      row.isNoShare = trace.hasLooked
      found.append((place.table, row))
    }
    switch fate {
    case .nothing: return []
    case .gives: return found.map { (.gives, $0.0, $0.1) }
    case .absent(let absence):
      return found.map { place, row in
        var row = row
        (row.reason, row.transaction) = (absence.reason, absence.transaction)
        return (.absent, place, row)
      }
    case .leftOut(let message):
      var row = ContributionRow(key)
      (row.reason, row.message) = (.leftOut, message)
      return [(.leftOut, 0, row)]
    }
  }

  /// The row of a place, which is empty afterwards; nil when it was.
  private func takeOut(
    _ place: ContributionTrace.Place, _ scope: inout WriteScope
  ) throws -> [UInt8]? {
    let table = slot.tables[place.table]
    return try place.key.withUnsafeBytes { key in
      guard let row = try scope.rows.stored(table, key).map({ [UInt8]($0) }) else { return nil }
      try scope.rows.transaction.remove(table, key)
      return row
    }
  }

  /// Runs `body` and leaves the digest of the rows that are built as it was.
  private func prepared<R>(
    _ scope: inout WriteScope, _ body: (inout WriteScope) throws -> R
  ) rethrows -> R {
    let (standings, state) = (scope.standings, scope.counters[slot])
    scope.standings = standings ?? Standings()
    defer {
      scope.standings = standings
      scope.counters[slot] = state
    }
    return try body(&scope)
  }
}
