internal import LMDB

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
    var found: Set<UInt64> = []
    var position = try log.withEntity(key) { record, _ in record.lastPosition } ?? 0
    while position > 0 {
      let event = try log.event(position)
      found.insert(event.transaction)
      position = event.previous
    }
    transactions = try log.chain(ofRetractions: found).sorted()
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

extension LogReader {
  /// Transactions with those that name them as taken back, those that name these, and so on.
  func chain(ofRetractions start: Set<UInt64>) throws -> Set<UInt64> {
    guard hasRetractions else { return start }
    var found = start
    var open = Array(start)
    while let number = open.popLast() {
      for retraction in try retractions(of: number) where found.insert(retraction).inserted {
        open.append(retraction)
      }
    }
    return found
  }

  /// The transactions that name one as taken back, whether they count or not.
  func retractions(of number: UInt64) throws -> [UInt64] {
    guard hasRetractions else { return [] }
    let target = try existing(number)
    var found: [UInt64] = []
    try DotKey.withBytes(target.replica, target.sequence) { prefix in
      try RowScan.forward(transaction, tables.retractions, prefix: prefix) { key, _ in
        found.append(UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 12, as: UInt64.self)))
        return true
      }
    }
    return found
  }
}
