extension StoreCheck {
  /// The transactions are those that were written: each leads to the chain that was kept then.
  ///
  /// It finds what was changed since, also where every checksum was made to fit.
  static let chain = StoreCheck("chain", .log) { scope, _ in
    try scope.reader.checkChain(scope.counters)
    return "\(scope.counters.transactions - scope.counters.purged) transactions"
  }
}
