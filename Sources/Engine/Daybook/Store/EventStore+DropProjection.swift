internal import LMDB

extension EventStore {
  /// Removes the rows of one projection, which the schema need not have any more.
  ///
  /// When a projection leaves the schema, its rows stay, because another version of the app may
  /// read them; this removes them for all. Whoever has the projection builds it when it opens the
  /// store; reading it before throws `projectionNotReady`. The store uses the pages again, and
  /// `EventStore.compact` makes the file smaller. O(pages), in one transaction.
  ///
  /// - Throws: `StoreError.notInSchema` when neither the schema nor the store has the projection,
  ///   with the names that there are; `viewKeptByOther` when the schema has it and another version
  ///   keeps its rows.
  public func dropProjection(_ name: String) throws {
    // The writer's thread must not hold the store: it may be the last to do so.
    let known = try projectionNames()
    try change { scope in
      let stored = try ProjectionDefinition.all(scope.counters, scope.reading, scope.tables)
      guard let number = stored.firstIndex(where: { $0.name == name }) else {
        throw Self.noProjection(name, known, stored)
      }
      let own = scope.projections.first { $0.number == number }
      if let own { try Takeover.check(own) }
      for slot in 0...1 { try scope.release(.projection(number: number, slot: slot)) }
      scope.counters.projections[number] = ProjectionState()
      if let projection = own {
        projection.definition.dropRows()
        try projection.save(&scope)
      } else {
        var definition = stored[number]
        definition.dropRows()
        try definition.save(as: number, &scope)
      }
      try scope.removeRows(ofProjection: name)
    }
  }

  private static func noProjection(
    _ name: String, _ known: [String], _ stored: [ProjectionDefinition]
  ) -> StoreError {
    let others = stored.filter { $0.isLive || $0.buildFingerprint != nil }.map(\.name)
    let names = Set(known + others).sorted().joined(separator: ", ")
    let remedy = names.isEmpty ? "there is none" : "there are \(names)"
    return StoreError(
      .notInSchema, "neither the schema nor the store has a projection \(name); \(remedy)")
  }
}

extension WriteScope {
  /// Empties all tables of a projection, also those that no schema lists any more.
  ///
  /// The empty tables stay: other processes may have them open.
  fileprivate mutating func removeRows(ofProjection name: String) throws {
    // No name of a projection or table has a slash of its own.
    let prefixes = ["a", "b"].map { "\(name)/\($0)/" }
    for table in try reading.tableNames() where prefixes.contains(where: table.hasPrefix) {
      guard let found = try reading.table(table, LexicalOrder.self) else { continue }
      try rows.transaction.removeAll(found)
    }
  }
}
