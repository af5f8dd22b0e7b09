/// The transactions that touch one entity, up to the newest at one moment.
struct EntityTrail {
  /// In ascending order: those with its events, and those that take such back.
  let transactions: [UInt64]
  /// The newest transaction of the log when this was read; later ones have to be looked at.
  let end: UInt64

  /// Follows the chain of the entity's events, then the retractions that name their transactions.
  ///
  /// O(k) for k events of the entity.
  init(_ key: EntityKey, _ log: LogReader, end: UInt64) throws {
    transactions = try log.transactions(touching: key)
    self.end = end
  }

  /// The nearest transaction at or beyond `number`, going up or down; nil when there is none.
  func nearest(_ number: UInt64, goesUp: Bool) -> UInt64? {
    var low = 0
    var high = transactions.count
    while low < high {
      let middle = (low + high) / 2
      if transactions[middle] < number { low = middle + 1 } else { high = middle }
    }
    if low < transactions.count, goesUp || transactions[low] == number { return transactions[low] }
    if goesUp { return nil }
    return low > 0 ? transactions[low - 1] : nil
  }
}
