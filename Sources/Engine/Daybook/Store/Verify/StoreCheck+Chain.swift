extension StoreCheck {
  /// The names, the transactions and what purges have left are what was written: they lead to the
  /// chains that were kept then.
  ///
  /// It finds what was changed since, also where every checksum was made to fit.
  static let chain = StoreCheck("chain", .log) { scope, _ in
    let counters = scope.counters
    try scope.reader.checkChains(counters)
    let count = (counters.transactions - counters.purged).counted("transaction")
    if counters.purged == 0 { return count }
    return try count
      + (scope.reader.remains() == nil
        ? ", but not what a purge has left that has not ended: purge again"
        : ", and what a purge has left")
  }
}
