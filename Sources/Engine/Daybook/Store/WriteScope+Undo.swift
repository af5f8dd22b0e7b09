/// What an undo in a draft asks of the log.
extension WriteScope {
  /// A search among the author's transactions, and those without an author that some replicas have
  /// written; nil when there is none.
  func search(
    _ log: LogReader, by author: String?, on devices: [ReplicaID]
  ) throws -> UndoSearch? {
    try UndoSearch(
      log, author: author, on: devices, names, newest: counters.transactions,
      purged: counters.purged)
  }

  /// - Throws: `StoreError.notUndoable` for a transaction whose undo would count for nothing.
  func checkMayBeTakenBack(_ number: UInt64) throws {
    if let reason = try reader.reasonToKeep(number, names) {
      throw StoreError(.notUndoable, reason)
    }
  }

  /// Calls `body` with the log as if the draft, so far, were its newest transaction.
  func withRetractionsOfDraft<R>(_ body: (LogReader) throws -> R) throws -> R {
    var pending: Set<UInt64> = []
    for retraction in draft.retractions {
      let target = try reader.number(
        replica: retraction.replica, sequence: retraction.dot.sequence)
      if let target { pending.insert(target) }
    }
    let memo = RetractionMemo(pending: pending)
    var log = reader
    log.memo = memo
    if !pending.isEmpty { log.hasRetractions = true }
    return try withExtendedLifetime(memo) { try body(log) }
  }
}
