extension TransactionRecord {
  /// Whether the transaction was written after another one: by the hybrid logical clock, then by
  /// replica and sequence. The same on every store, and total.
  func comes(after other: TransactionRecord, _ log: LogReader) throws -> Bool {
    if time != other.time { return time > other.time }
    if replica == other.replica { return sequence > other.sequence }
    return try log.replica(other.replica) < log.replica(replica)
  }
}
