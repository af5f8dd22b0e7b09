extension Reader {
  /// Makes sure that what the log says of some transactions is what was written: their rows and all
  /// names, by the chains that every commit keeps.
  ///
  /// Checks nothing where transactions after `first` were purged.
  ///
  /// - Throws: `StoreError.damaged`.
  package func checkLog(after first: UInt64, through last: UInt64) throws {
    log.trace?.noteLog()
    let counters = try LogCounters(log.transaction, log.tables)
    guard counters.purged <= first else { return }
    try log.checkNames(counters)
    try log.checkTransactions(after: first, through: min(last, counters.transactions), counters)
  }
}
