extension History {
  /// Transactions of one store, read in pages when they are asked for.
  ///
  /// ```swift
  /// for try await transaction in store.history.transactions(after: token).follow { … }
  /// ```
  /// A page of 256 transactions is one short read; none is held while the loop's body runs, and
  /// memory is bounded whatever the log's size. Leaving the loop early costs nothing.
  public struct Transactions: AsyncSequence, Sendable {
    public typealias Element = Transaction

    let store: EventStore
    let scan: TransactionScan
    let limit: Int
    private(set) var isFollowing = false

    init(store: EventStore, scan: TransactionScan, limit: Int) {
      self.store = store
      self.scan = scan
      self.limit = limit
    }

    /// The same, going on with what is committed later, by any process, until the task is
    /// cancelled.
    ///
    /// There is no gap and no duplicate between what was there and what comes. Cancelling ends the
    /// loop without an error. Only in order of arrival.
    public var follow: Transactions {
      precondition(scan.order == .oldestFirst, "the future has no newest transaction to begin with")
      var following = self
      following.isFollowing = true
      return following
    }

    /// Calls `body` with each, until it says false: the blocking twin of the loop, without
    /// `follow`.
    ///
    /// - Throws: `StoreError.foreignToken`, or what `body` throws.
    public func forEach(_ body: (Transaction) throws -> Bool) throws {
      var scan = scan
      var left = limit
      while left > 0, !scan.isAtEnd {
        let page = try scan.page(store, limit: Swift.min(left, TransactionScan.pageSize))
        left -= page.count
        for transaction in page where try !body(transaction) { return }
      }
    }

    /// All of them in one array, for short ranges.
    public func all() throws -> [Transaction] {
      var found: [Transaction] = []
      try forEach { transaction in
        found.append(transaction)
        return true
      }
      return found
    }

    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(store: store, scan: scan, left: limit, isFollowing: isFollowing)
    }
  }
}

extension History.Transactions {
  /// The place of one loop in the history.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let store: EventStore
    private var scan: TransactionScan
    private var left: Int
    private let isFollowing: Bool
    private var page: ArraySlice<History.Transaction> = []

    init(store: EventStore, scan: TransactionScan, left: Int, isFollowing: Bool) {
      self.store = store
      self.scan = scan
      self.left = left
      self.isFollowing = isFollowing
    }

    /// The next transaction; nil at the end, and when a following loop was cancelled.
    ///
    /// - Throws: `CancellationError` when a loop that does not follow was cut short;
    ///   `StoreError.foreignToken`.
    public mutating func next() async throws -> History.Transaction? {
      while page.isEmpty {
        if left == 0 || (isFollowing ? scan.isComplete : scan.isAtEnd) { return nil }
        do {
          try Task.checkCancellation()
          if scan.isAtEnd { try await store.signal.commit(after: scan.version) }
        } catch is CancellationError where isFollowing {
          return nil
        }
        let limit = Swift.min(left, TransactionScan.pageSize)
        (scan, page) = try await Self.page(scan, store, limit: limit)
      }
      left -= 1
      return page.removeFirst()
    }

    /// Reads a page off the caller's actor.
    @concurrent
    private static func page(
      _ scan: TransactionScan, _ store: EventStore, limit: Int
    ) async throws -> (TransactionScan, ArraySlice<History.Transaction>) {
      var scan = scan
      let page = try scan.page(store, limit: limit)
      return (scan, page[...])
    }
  }
}
