internal import LMDB

/// What purges have left: baselines, and the transactions and events that a later fold may need.
///
/// No chain leads through it, because what it was made from is gone. When a purge ends, the row
/// `remains` of `meta` gets its hash:
/// ```
/// SHA-256(c(p) ‖ key ‖ row ‖ key ‖ row ‖ …)
/// ```
/// where p is the last transaction that was purged, and the rows, as in `LogChain`, are those of
/// transactions, events and baselines, each in the order of their keys.
extension LogReader {
  /// The hash of what purges have left; nil when there was none, or while one has not ended.
  func remains() throws -> LogChain? {
    try keptChain(.remains, "the hash of what a purge has left")
  }

  /// The same hash, by the rows.
  ///
  /// - Throws: `StoreError.damaged`.
  func remains(_ counters: LogCounters) throws -> LogChain {
    guard let mark = try chainMark(before: counters.purged + 1), mark.number == counters.purged
    else { throw Self.noBeginning(counters.purged) }
    var next = LogChain.Next(after: mark.chain)
    try add(tables.transactions, through: counters.purged, to: &next)
    try add(tables.events, through: counters.purgedPosition, to: &next)
    try everyRow(of: tables.baselines) { key, row in next.add(row, under: key) }
    return next.ended
  }

  private func add(
    _ table: Table<IntegerOrder>, through last: UInt64, to next: inout LogChain.Next
  ) throws {
    var cursor = try transaction.cursor(table)
    while try cursor.next(), cursor.key <= last {
      let number = cursor.key
      guard cursor.value.byteCount >= RowSeal.size else {
        throw StoreError.damaged("a row that a purge has left, with number \(number), is damaged")
      }
      cursor.value.withUnsafeBytes { next.add($0, under: number) }
    }
  }

  /// Looks whether what purges have left is what they left.
  ///
  /// A purge that has not ended, because its process was killed, has no hash; the next one goes on
  /// and makes it.
  ///
  /// - Throws: `StoreError.damaged`.
  func checkRemains(_ counters: LogCounters) throws {
    guard counters.purged > 0, let kept = try remains() else { return }
    guard try remains(counters) == kept else {
      throw StoreError.damaged(
        "something that the purge to transaction \(counters.purged) has left was changed after it")
    }
  }
}
