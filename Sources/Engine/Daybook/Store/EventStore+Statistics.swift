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
    /// Those of them that hold nothing and will be used again; `compact` gives them back.
    public let freeBytes: Int
    /// Bytes of address space reserved for it.
    public let mapSize: Int
    /// Events that folds, and entities that projections have left out; see `quarantine()`.
    public let quarantined: Int
    /// Reader slots in use, over all processes.
    public let readers: Int
    /// What is known of the file's pages.
    public let pages: PageState
  }

  /// Counts what LMDB knows without reading rows; O(r) for the r commits whose freed pages were not
  /// used again yet.
  public func statistics() throws -> Statistics {
    let tables = tables
    let (events, transactions, entities, quarantined, free) = try read { reader in
      let read = reader.log.transaction
      let counters = try LogCounters(read, tables)
      return (
        try read.statistics(tables.events).rows, try read.statistics(tables.transactions).rows,
        try read.statistics(tables.entities).rows,
        counters.projections.reduce(counters.quarantined) { $0 &+ $1.live.quarantined },
        try read.freePages() * read.statistics(tables.events).pageSize
      )
    }
    return try withEnvironment { environment in
      Statistics(
        events: events, transactions: transactions, entities: entities,
        bytes: environment.usedBytes, freeBytes: free, mapSize: environment.mapSize,
        quarantined: Int(clamping: quarantined), readers: environment.readers,
        pages: pages.current)
    }
  }

  /// What is known of the pages of the file; see `StoreOptions.pageChecks`.
  public typealias PageState = Daybook.PageState

  /// A read that some process has not ended.
  public struct OpenRead: Sendable, Hashable {
    /// The process.
    public let process: Int
    /// How many commits have been made since; the pages that they replaced cannot be used again
    /// before the read ends, so the file grows.
    public let age: UInt64
  }

  /// The reads that have not ended, over all processes, oldest first.
  ///
  /// Those of dead processes are cleared first. An old one belongs to code that has not ended its
  /// read.
  public func openReads() throws -> [OpenRead] {
    do {
      return try withEnvironment { environment in
        try environment.clearStaleReaders()
        let newest = environment.lastTransactionID
        return try environment.readerSlots()
          .compactMap { slot in
            slot.transaction.map {
              OpenRead(process: Int(slot.process), age: newest - min(newest, $0))
            }
          }
          .sorted { ($0.age, $1.process) > ($1.age, $0.process) }
      }
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
  }

  /// Looks whether the files that are open are still those under the store's path; a few system
  /// calls.
  ///
  /// Every append does so by itself. A read does not: after a file was removed or replaced it shows
  /// what this process has open and nobody else can find. A screen that stays open for long asks
  /// here, and says so.
  ///
  /// - Throws: `StoreError`: `replaced` when they were removed, replaced or cut off; `closed`.
  public func requireFiles() throws {
    do {
      _ = try withEnvironment { environment in try environment.lastTransaction(after: 0) }
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
  }
}
