/// What is told of a commit, begun before it and ended after it.
struct CommitReport {
  private let transactions: ClosedRange<UInt64>
  private let events: Int
  private let bytes: Int
  private let start = ContinuousClock.now

  /// Nil for a commit without transactions of the log, such as that of a consumer's place.
  init?(_ scope: borrowing WriteScope) {
    let counters = scope.counters
    guard counters.transactions > scope.begunTransactions else { return nil }
    transactions = scope.begunTransactions + 1...counters.transactions
    events = Int(counters.events - scope.begunEvents)
    bytes = scope.eventBytes
  }

  func ended() -> StoreCommit {
    StoreCommit(
      transactions: transactions, events: events, bytes: bytes,
      duration: ContinuousClock.now - start)
  }
}
