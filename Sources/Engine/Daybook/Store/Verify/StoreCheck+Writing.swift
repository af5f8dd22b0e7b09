extension StoreCheck {
  /// The next transaction that is written here has a place of its own, and comes after all others:
  /// the store's own sequence and its clock are not behind the log.
  static let writing = StoreCheck("writing", .log) { scope, verifier in
    let counters = scope.counters
    let newest = try scope.reader.newestSequence(counters.replica)
    guard counters.sequence == newest else {
      throw StoreError(
        .damaged,
        "the store counts \(counters.sequence) transactions of its own, and the log has \(newest)")
    }
    guard counters.time >= verifier.newest else {
      throw StoreError(
        .damaged,
        "the clock of the log is at \(counters.time), before a transaction at \(verifier.newest)")
    }
    return "after transaction \(newest) of its own"
  }
}
