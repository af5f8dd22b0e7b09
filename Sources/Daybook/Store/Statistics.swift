internal import LMDB

extension EventStore {
  /// How large the store is.
  public struct Statistics: Sendable {
    /// Events in the log.
    public let events: Int
    /// Transactions in the log.
    public let transactions: Int
    /// Entities that ever were.
    public let entities: Int
    /// Bytes of the file in use.
    public let bytes: Int
    /// Bytes of address space reserved for it.
    public let mapSize: Int
    /// Reader slots in use, over all processes.
    public let readers: Int
  }

  /// Counts what LMDB knows without reading; O(1).
  public func statistics() throws -> Statistics {
    let tables = tables
    let (events, transactions, entities) = try read { reader in
      let read = reader.log.transaction
      return (
        try read.statistics(tables.events).rows, try read.statistics(tables.transactions).rows,
        try read.statistics(tables.entities).rows
      )
    }
    return Statistics(
      events: events, transactions: transactions, entities: entities,
      bytes: environment.environment.usedBytes, mapSize: environment.environment.mapSize,
      readers: environment.environment.readers)
  }
}
