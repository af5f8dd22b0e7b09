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
    return try zip(rememberedViews().views, counters.projections).map { view, state in
      StoredView(
        view, state, newest: counters.transactions,
        tables: try view.tables.map { table in
          let statistics = try log.transaction.statistics(table.table)
          return StoredView.Table(
            table, rows: statistics.rows, bytes: statistics.pages * statistics.pageSize)
        })
    }
  }
}
