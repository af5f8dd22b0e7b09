extension LogReader {
  /// Makes sure that the transactions of a part of the log are those that were written: from the
  /// mark before it on, they lead to each mark within it, and to the one after it.
  ///
  /// Reads at most 1,024 transactions more on each side.
  ///
  /// - Parameter first: the transaction before the part; not before the last one that was purged.
  /// - Throws: `StoreError.damaged`.
  func checkChain(after first: UInt64, through last: UInt64, _ counters: LogCounters) throws {
    var reached =
      try chainMark(before: first.successor) ?? ChainMark(number: 0, chain: LogChain())
    let end = ChainMark(number: counters.transactions, chain: counters.chain)
    var marks: [ChainMark] = []
    try forEachChainMark { mark in
      if mark.number > reached.number { marks.append(mark) }
      return mark.number < last
    }
    for mark in marks + [end] where reached.number < last {
      guard try chain(reached.chain, after: reached.number, through: mark.number) == mark.chain
      else {
        throw StoreError(
          .damaged,
          "one of the transactions \(reached.number + 1) to \(mark.number) was changed after it was written; \(StoreError.remedy)"
        )
      }
      reached = mark
    }
  }
}
