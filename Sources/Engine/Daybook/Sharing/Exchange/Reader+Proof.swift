extension Reader {
  /// What stands for this store's log through a transaction; nil when that is another store's, is
  /// not there, or was purged before the last one that was.
  ///
  /// Reads and compares all that is left of it: see `LogReader.checkWritten`.
  ///
  /// - Parameter names: how many names it stands for; nil for all that there are.
  /// - Throws: `StoreError.damaged` when something of it was changed after it was written.
  package func provenLog(
    through token: History.Token, names: UInt64? = nil
  ) throws -> ProvenLog? {
    log.trace?.noteLog()
    let counters = try LogCounters(log.transaction, log.tables)
    guard token.store == storeID,
      (counters.purged...counters.transactions).contains(token.transaction)
    else { return nil }
    try log.checkWritten(counters)
    return ProvenLog(
      chain: try log.chain(through: token.transaction),
      names: try log.namesChain(through: min(names ?? .max, counters.names)),
      count: min(names ?? .max, counters.names), purged: counters.purged,
      remains: try log.remains())
  }

  /// The views that the store holds, also those that the schema does not know.
  package func viewStandings() throws -> StoredViews {
    log.trace?.noteLog()
    let counters = try LogCounters(log.transaction, log.tables)
    let definitions = try ProjectionDefinition.all(counters, log.transaction, log.tables)
    var views = StoredViews()
    for (state, definition) in zip(counters.projections, definitions) {
      if definition.isLive, state.live.transaction == counters.transactions {
        views.current[definition.name] = StoreStanding.View(
          fingerprint: definition.fingerprint, digest: state.live.digest)
      } else if definition.isLive || definition.buildFingerprint != nil {
        views.behind.append(definition.name)
      }
    }
    views.behind.sort()
    return views
  }
}
