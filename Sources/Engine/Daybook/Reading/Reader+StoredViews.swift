internal import LMDB

extension Reader {
  /// Every view that the store remembers, also those that the schema does not know, in the order
  /// in which it met them.
  ///
  /// Reads no row, and waits for nobody. Tables that another program made after this store was
  /// opened are not listed; open it anew for them.
  ///
  /// - Throws: `StoreError.damaged`.
  public func storedViews() throws -> [StoredView] {
    let log = log
    log.trace?.noteLog()
    let counters = try LogCounters(log.transaction, log.tables)
    let definitions = try ProjectionDefinition.all(counters, log.transaction, log.tables)
    return try zip(definitions, counters.projections).map { definition, state in
      StoredView(
        definition, state, newest: counters.transactions,
        isOwn: definition.isLive
          && readers.catalog.opened(named: definition.name)?.fingerprint == definition.fingerprint,
        tables: try liveTables(definition).map { table, live in
          let statistics = try log.transaction.statistics(table)
          return StoredView.Table(
            live, rows: statistics.rows, bytes: statistics.pages * statistics.pageSize)
        })
    }
  }

  /// The open tables of live rows, in their order.
  func liveTables(
    _ definition: ProjectionDefinition
  ) -> [(table: Table<LexicalOrder>, live: ProjectionDefinition.LiveTable)] {
    guard definition.isLive else { return [] }
    let known = readers.catalog.viewTables
    return definition.liveTables { known[$0] != nil }.compactMap { live in
      known[live.stored].map { ($0, live) }
    }
  }
}
