extension Reader {
  /// The place after the last transaction that was written by `date`, by the times that
  /// ``History/Transaction/wallTime`` shows.
  ///
  /// Where a clock was wrong, a transaction that bears a time of next year stands between those of
  /// today, and takes part where it stands. Transactions of other replicas are where they arrived
  /// among those written here. A date that is not a number is before all of them.
  /// O(log n + k) for k transactions after that place.
  ///
  /// - Throws: `StoreError.expiredToken` when the history up to that time was purged: for every
  ///   time before the first transaction that is left, because when the last one was written that
  ///   is gone, nobody knows any more.
  public func token(at date: Date) throws -> History.Token {
    try place(at: date).token
  }

  /// The same, and whether a clock was wrong, as ``ShownTimes/Place/isOutOfOrder``.
  package func place(at date: Date) throws -> (token: History.Token, isOutOfOrder: Bool) {
    let log = log
    log.trace?.noteLog()
    let milliseconds = date.milliseconds
    let counters = try LogCounters(log.transaction, log.tables)
    // What people are shown is never later than the hybrid logical clock, which goes up.
    var (low, high) = (counters.purged, counters.transactions)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if try newestOwn(upTo: middle, after: low)?.time.milliseconds ?? .min <= milliseconds {
        low = middle
      } else {
        high = middle - 1
      }
    }
    // Those after it may show earlier times, where a clock was ahead before.
    let floor = try newestOwn(upTo: low, after: counters.purged).flatMap {
      try shownTime($0.number)
    }
    var times = ShownTimes(after: low, showing: floor ?? .distantPast)
    try addShownTimes(to: &times, after: low)
    let place = times.last(by: date, through: counters.transactions)
    // What is left begins there, and when that was written is forgotten with it.
    if counters.purged > 0, place.number == counters.purged,
      milliseconds < counters.time.milliseconds
    {
      throw try expired()
    }
    return (History.Token(store: storeID, transaction: place.number), place.isOutOfOrder)
  }

  private func expired() throws -> StoreError {
    let oldest = try oldestToken()
    return StoreError(
      .expiredToken,
      "the history up to transaction \(oldest.number) was purged, and nothing of that time is left; start from the current state, or from the token \(oldest)"
    )
  }

  /// The last transaction by a date; of a date that was purged, the last one that was.
  func place(keeping date: Date) throws -> UInt64 {
    do { return try token(at: date).number } catch let error as StoreError
      where error.code == .expiredToken
    {
      return try oldestToken().number
    }
  }

  /// Adds what the transactions after one show that were written here.
  package func addShownTimes(to times: inout ShownTimes, after floor: UInt64) throws {
    let newest = try LogCounters(log.transaction, log.tables).transactions
    if floor >= newest { return }
    for number in floor + 1...newest {
      if let shown = try shownTime(number) { times.add(number, shown) }
    }
  }

  /// What a transaction that was written here shows; nil for others.
  private func shownTime(_ number: UInt64) throws -> Date? {
    try log.withTransaction(number) { record, header in
      if record.flags & TransactionRecord.isRemote != 0 { return nil }
      return try TravellingHeader(header, of: number).wallTime
    } ?? nil
  }

  /// The newest transaction up to `number` that was written here, with its time; nil when none was.
  private func newestOwn(
    upTo number: UInt64, after first: UInt64
  ) throws -> (number: UInt64, time: HybridTime)? {
    var number = number
    while number > first {
      let record = try log.existing(number)
      if record.flags & TransactionRecord.isRemote == 0 { return (number, record.time) }
      number -= 1
    }
    return nil
  }
}
