internal import LMDB

extension EventStore {
  /// Makes sure that the rows of every view are those that each commit has noted.
  ///
  /// - Throws: `StoreError.damaged`.
  package func checkViewRows() throws {
    guard let name = try viewsWithOtherRows().first else { return }
    throw StoreError(
      .damaged,
      "the rows of the view \(name) are not those that the store has written: `rebuild \(name)` makes them anew"
    )
  }

  /// The names of the views whose stored rows do not come to the digest that each commit has moved:
  /// the rows were changed past the store, or cannot be read. Also of views that the schema does
  /// not know; in order.
  ///
  /// Reads every row of every live view that has taken in the whole log.
  package func viewsWithOtherRows() throws -> [String] {
    try inspect { scope in
      let counters = scope.counters
      let definitions = try ProjectionDefinition.all(counters, scope.reading, scope.tables)
      let tables = Set(try scope.reading.tableNames())
      var found: [String] = []
      for (state, definition) in zip(counters.projections, definitions) where definition.isLive {
        guard state.live.transaction == counters.transactions else { continue }
        let rows = try Self.digest(of: definition, among: tables, scope)
        if rows != state.live.digest { found.append(definition.name) }
      }
      return found.sorted()
    }
  }

  /// The digest of the live rows, by the rows; nil when one cannot be read.
  private static func digest(
    of definition: ProjectionDefinition, among tables: Set<String>, _ scope: borrowing WriteScope
  ) throws -> Digest? {
    var digest = Digest()
    do {
      for (index, live) in definition.liveTables(among: tables.contains).enumerated() {
        let table = try scope.reading.table(live.stored, LexicalOrder.self)
        guard let table else { return nil }
        try scope.reader.everyRow(of: table) { digest.add(index, $0, $1) }
      }
    } catch let error as StoreError where error.code == .damaged {
      return nil
    }
    return digest
  }
}
