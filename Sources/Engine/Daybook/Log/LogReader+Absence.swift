extension LogReader {
  /// Makes sure that a transaction which is not found was never there, or was purged.
  ///
  /// - Throws: `StoreError.damaged`.
  @inline(never)
  func checkAbsence(ofTransaction number: UInt64) throws {
    let counters = try LogCounters(transaction, tables)
    if number > counters.purged, number <= counters.transactions {
      throw StoreError.damaged("transaction \(number) is missing")
    }
  }

  /// What is thrown for an entity whose row does not lead to its events.
  static func wrongChain(_ key: EntityKey) -> StoreError {
    StoreError.damaged("the row of entity \(key.id) does not lead to its events")
  }

  /// What is thrown for a position at which there should be an event.
  @inline(never)
  static func missingEvent(_ position: UInt64) -> StoreError {
    StoreError.damaged("the event at position \(position) is missing")
  }
}
