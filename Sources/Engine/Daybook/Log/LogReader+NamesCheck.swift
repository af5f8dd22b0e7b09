internal import LMDB

extension LogReader {
  /// Makes sure that the names are those that were written: all are there, and lead to their chain.
  ///
  /// - Throws: `StoreError.damaged`.
  func checkNames(_ counters: LogCounters) throws {
    var cursor = try transaction.cursor(tables.names)
    var (count, chain): (UInt64, LogChain) = (0, LogChain())
    while try cursor.next() {
      count += 1
      let number = cursor.key
      let isSound = cursor.value.withUnsafeBytes { Names.decode($0, number: number) != nil }
      guard number == count, isSound else {
        throw StoreError(
          .damaged, "the name with number \(count) is missing or damaged; \(StoreError.remedy)")
      }
      chain = cursor.value.withUnsafeBytes { LogChain.Next(after: chain).ending(with: $0) }
    }
    guard count == counters.names else {
      throw StoreError(
        .damaged, "there are \(count) names, not \(counters.names); \(StoreError.remedy)")
    }
    guard try chain == namesChain() else {
      throw StoreError(
        .damaged, "one of the \(count) names was changed after it was written; \(StoreError.remedy)"
      )
    }
  }
}
