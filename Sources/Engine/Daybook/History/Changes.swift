extension History {
  /// What was saved, change by change: who did what to which entity, with the values before and
  /// after.
  ///
  /// ```swift
  /// for try await change in store.history.changes(after: token, where: .notAuthor("Ada")).follow {
  ///   print(change.author ?? "somebody", change)  // Ben changed item Milk: isBought no → yes
  /// }
  /// ```
  /// Each transaction is one short read, and its changes are those of ``Reader/changes(in:)``.
  /// A condition on kinds or on an entity counts for changes too: others of the same transaction
  /// are left out. Where a filter does not want a kind or an entity (`!`), a transaction that
  /// changes it is left out as a whole.
  public struct Changes: AsyncSequence, Sendable {
    public typealias Element = AnyChange

    let transactions: Transactions

    /// The same, going on with what is committed later, by any process, until the task is
    /// cancelled; see ``Transactions/follow``.
    public var follow: Changes { Changes(transactions: transactions.follow) }

    /// Calls `body` with each, until it says false: the blocking twin of the loop.
    ///
    /// - Throws: `StoreError.foreignToken`, `expiredToken`, or what `body` throws.
    public func forEach(_ body: (AnyChange) throws -> Bool) throws {
      try transactions.forEach { transaction in
        try changes(in: transaction).allSatisfy(body)
      }
    }

    /// All of them in one array, for short ranges.
    public func all() throws -> [AnyChange] {
      var found: [AnyChange] = []
      try forEach { change in
        found.append(change)
        return true
      }
      return found
    }

    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(changes: self, transactions: transactions.makeAsyncIterator())
    }

    private func changes(in transaction: Transaction) throws -> [AnyChange] {
      let filter = transactions.scan.filter
      return try transactions.store.read { reader in
        // A purge may have taken it away since it was found.
        _ = try reader.place(Token(store: reader.storeID, transaction: transaction.number - 1))
        return try reader.changes(in: transaction.number).filter(filter.wants)
      }
    }

    /// Reads off the caller's actor.
    @concurrent
    private func changes(of transaction: Transaction) async throws -> ArraySlice<AnyChange> {
      try changes(in: transaction)[...]
    }

    /// The place of one loop in the history.
    public struct AsyncIterator: AsyncIteratorProtocol {
      let changes: Changes
      var transactions: Transactions.AsyncIterator
      var found: ArraySlice<AnyChange> = []

      /// The next change; nil at the end, and when a following loop was cancelled.
      ///
      /// - Throws: as ``Transactions/AsyncIterator/next()``.
      public mutating func next() async throws -> AnyChange? {
        while found.isEmpty {
          guard let transaction = try await transactions.next() else { return nil }
          found = try await changes.changes(of: transaction)
        }
        return found.removeFirst()
      }
    }
  }
}

extension History.Filter {
  /// Whether a change is of the kinds and entities that are asked for.
  fileprivate func wants(_ change: History.AnyChange) -> Bool {
    conditions.allSatisfy { $0.wants(change) }
  }
}

extension History.Filter.Condition {
  /// Whether a change of a transaction that is wanted is wanted, too. What a condition says of
  /// transactions counts only where another one may have wanted this one.
  fileprivate func wants(_ change: History.AnyChange) -> Bool {
    switch self {
    case .kind(let kind): change.kind == kind
    case .entity(let kind, let id): change.kind == kind && change.entity == id
    case .anyOf(let filters):
      filters.contains { filter in
        filter.allSatisfy { $0.wants(change) && $0.finds(change.transaction) ?? true }
      }
    case .not(.kind(let kind)): change.kind != kind
    case .not(.entity(let kind, let id)): change.kind != kind || change.entity != id
    default: true
    }
  }

  /// Whether a transaction is wanted by itself, whatever it changed; nil where that decides.
  private func finds(_ transaction: History.Transaction) -> Bool? {
    switch self {
    case .author(let names): names.contains(transaction.author)
    case .context(let context): transaction.context == context
    case .origin(let origin): (origin == .remote) == transaction.isRemote
    case .replica(let ids): ids.contains(transaction.dot.replica)
    case .time(let range): range.contains(transaction.wallTime)
    case .not(let other): other.finds(transaction).map { !$0 }
    case .kind, .entity, .event, .anyOf: nil
    }
  }
}
