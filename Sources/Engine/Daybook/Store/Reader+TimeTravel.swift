internal import LMDB

extension Reader {
  /// The place after the last transaction that was written by `date`.
  ///
  /// By the hybrid logical clock of the transactions written here; those of other replicas are
  /// where they arrived among them. A date that is not a number is before all of them. O(log n).
  ///
  /// - Throws: `StoreError.expiredToken` when the history up to that time was purged.
  public func token(at date: Date) throws -> History.Token {
    let log = log
    log.trace?.noteLog()
    let milliseconds = date.milliseconds
    let oldest = try LogCounters(log.transaction, log.tables)
    var (low, high) = (oldest.purged, oldest.transactions)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if try writtenHere(middle, after: low)?.milliseconds ?? .min <= milliseconds {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return History.Token(store: storeID, transaction: low)
  }

  /// The time of the newest transaction up to `number` that was written here; nil when none was.
  private func writtenHere(_ number: UInt64, after first: UInt64) throws -> HybridTime? {
    var number = number
    while number > first {
      let record = try log.existing(number)
      if record.flags & TransactionRecord.isRemote == 0 { return record.time }
      number -= 1
    }
    return nil
  }
}
