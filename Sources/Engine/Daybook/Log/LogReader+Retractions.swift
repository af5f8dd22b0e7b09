/// Who takes whom back.
///
/// A retraction may count only when it comes after its target: by the writers' hybrid logical
/// clocks, then by replica and sequence. So one that names itself never counts, of two that name
/// each other at most one does, and going from the newest to the oldest every verdict is known when
/// it is needed.
extension LogReader {
  /// Whether a retraction that counts names the transaction.
  ///
  /// A retraction counts unless a later one that counts names it. O(r) for the retractions that
  /// have a say; with a memo, once.
  func isRetracted(_ number: UInt64) throws -> Bool {
    guard hasRetractions else { return false }
    if let memo { return try memo.isRetracted(number, self) }
    return try RetractionMemo().isRetracted(number, self)
  }

  /// Calls `body` with this log, which remembers what retractions come to until then.
  func remembering<R>(_ body: (LogReader) throws -> R) rethrows -> R {
    guard hasRetractions, memo == nil else { return try body(self) }
    let memo = RetractionMemo()
    var log = self
    log.memo = memo
    return try withExtendedLifetime(memo) { try body(log) }
  }

  /// The transactions that take a transaction back and come after it; no others may count.
  func laterRetractions(of number: UInt64) throws -> [UInt64] {
    let target = try existing(number)
    let all = try retractions(replica: target.replica, sequence: target.sequence)
    return try all.filter { retraction in
      guard retraction <= asOf else { return false }
      let record = try existing(retraction)
      return try record.comes(after: target, self) && !isIdle(record, for: target)
    }
  }

  /// The newest transaction that counts and takes one back; 0 when none does.
  @usableFromInline
  func newestRetraction(of number: UInt64) throws -> UInt64 {
    try laterRetractions(of: number).filter { try !isRetracted($0) }.max() ?? 0
  }

  /// Transactions with those that take them back, those that take these back, and so on.
  func chain(ofRetractions start: Set<UInt64>) throws -> Set<UInt64> {
    guard hasRetractions else { return start }
    var found = start
    var rest = Array(start)
    while let number = rest.popLast() {
      let target = try existing(number)
      for retraction in try retractions(replica: target.replica, sequence: target.sequence)
      where found.insert(retraction).inserted {
        rest.append(retraction)
      }
    }
    return found
  }

  /// The transactions that touch an entity, in order of arrival.
  func transactions(touching key: EntityKey) throws -> [UInt64] {
    var found: Set<UInt64> = []
    let base = try baseline(key)?.record.lastPosition ?? 0
    var position = try withEntity(key) { record, _ in record.lastPosition } ?? 0
    while position > base {
      let event = try event(position)
      found.insert(event.transaction)
      position = event.previous
    }
    return try chain(ofRetractions: found).sorted()
  }
}
