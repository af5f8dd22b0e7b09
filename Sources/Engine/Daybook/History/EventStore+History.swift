extension EventStore {
  /// The history of the store: what was saved, by whom, in which order.
  public var history: History.Access { History.Access(store: self) }
}

extension History {
  /// The way into the history of one store.
  public struct Access: Sendable {
    let store: EventStore

    /// The transactions that a filter wants.
    ///
    /// O(log n) to start. What a filter does not want is passed over in blocks (see `Filter`).
    ///
    /// - Parameters:
    ///   - after: only what came after this token's transaction.
    ///   - before: only what came up to this token's transaction, that one included, so that two
    ///     tokens bound exactly what happened between them.
    ///   - limit: at most this many.
    ///   - order: which comes first.
    ///   - filter: which are wanted.
    /// - Throws: nothing itself; reading throws `StoreError.foreignToken` for tokens of other
    ///   stores.
    public func transactions(
      after: Token? = nil, before: Token? = nil, limit: Int = .max, order: Order = .oldestFirst,
      where filter: Filter = .all
    ) -> Transactions {
      Transactions(
        store: store,
        scan: TransactionScan(filter: filter, order: order, after: after, before: before),
        limit: limit)
    }

    /// What the transactions that a filter wants did to entities, each change with its author, its
    /// time and the properties that differ.
    ///
    /// - Parameters:
    ///   - after: as for transactions.
    ///   - before: as for transactions.
    ///   - limit: of at most so many transactions.
    ///   - order: which transactions come first.
    ///   - filter: which are wanted; kinds and entities choose among the changes of one too.
    public func changes(
      after: Token? = nil, before: Token? = nil, limit: Int = .max, order: Order = .oldestFirst,
      where filter: Filter = .all
    ) -> Changes {
      Changes(
        transactions: transactions(
          after: after, before: before, limit: limit, order: order, where: filter))
    }
  }
}

extension EventStore {
  /// What a filter finds, and how many transactions were looked at for it. For tests.
  package func looks(at filter: History.Filter) throws -> (found: [UInt64], count: Int) {
    var scan = TransactionScan(filter: filter, order: .oldestFirst, after: nil, before: nil)
    var found: [UInt64] = []
    while !scan.isAtEnd { found += try scan.page(self).map(\.number) }
    return (found, scan.looks)
  }
}
