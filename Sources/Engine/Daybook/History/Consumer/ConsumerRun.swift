/// One run of a consumer: reads pages, hands them to work, waits when there are no more.
struct ConsumerRun: Sendable {
  /// Transactions in one page.
  static let pageSize = 64
  /// After so many transactions that were not wanted the place moves without work.
  static let patience: UInt64 = 256

  let consumer: History.Consumer
  let follows: Bool
  private var scan: TransactionScan
  /// How far the stored token is.
  private var stored: UInt64
  private var failures = 0

  private var store: EventStore { consumer.store }

  init(_ consumer: History.Consumer, follows: Bool) async throws {
    self.consumer = consumer
    self.follows = follows
    stored = try await Self.register(consumer)
    scan = Self.scan(consumer, after: stored)
  }

  private static func scan(_ consumer: History.Consumer, after number: UInt64) -> TransactionScan {
    TransactionScan(
      filter: consumer.filter, order: .oldestFirst,
      after: History.Token(store: consumer.store.id, transaction: number), before: nil)
  }

  /// Makes the store know the consumer, so that nothing that it has not seen is purged.
  private static func register(_ consumer: History.Consumer) async throws -> UInt64 {
    if let known = try consumer.token() { return known.number }
    try await consumer.move(to: 0)
    return try consumer.token()?.number ?? 0
  }

  /// Hands pages to `work`, which returns the last transaction that it is done with, or throws.
  ///
  /// `rebase` takes the place of work when the token was purged; it returns where to go on.
  mutating func run(
    _ work: (_ stored: UInt64, [History.Transaction]) async throws -> UInt64,
    rebase: (_ expired: StoreError) async throws -> UInt64
  ) async throws {
    do {
      while true {
        try Task.checkCancellation()
        do {
          let page = try await nextPage()
          if page.isEmpty {
            try await settle()
            if scan.isAtEnd, !follows { return }
          } else {
            try await take(page, work)
          }
        } catch let error as StoreError where error.code == .expiredToken {
          try await attempt { try await rebase(error) }
          scan = Self.scan(consumer, after: stored)
        }
      }
    } catch is CancellationError where follows {
      try await moveOn(atLeast: 1)
    }
  }

  /// The next page; waits for commits when the last one saw the end and the run follows.
  private mutating func nextPage() async throws -> [History.Transaction] {
    if scan.isAtEnd, follows { try await store.signal.commit(after: scan.version) }
    let (scan, page) = try await Self.page(scan, store)
    self.scan = scan
    return page
  }

  @concurrent
  private static func page(
    _ scan: TransactionScan, _ store: EventStore
  ) async throws -> (TransactionScan, [History.Transaction]) {
    var scan = scan
    let page = try scan.page(store, limit: pageSize)
    return (scan, page)
  }

  private mutating func take(
    _ page: [History.Transaction],
    _ work: (_ stored: UInt64, [History.Transaction]) async throws -> UInt64
  ) async throws {
    let before = stored
    try await attempt { try await work(before, page) }
    // Work that stopped in between goes on with a page from there.
    if stored != page.last?.number { scan = Self.scan(consumer, after: stored) }
  }

  /// Runs work until it does not throw, with growing pauses.
  private mutating func attempt(_ work: () async throws -> UInt64) async throws {
    while true {
      do {
        stored = try await work()
        failures = 0
        return
      } catch let failure as ConsumerFailure {
        stored = failure.done ?? stored
        failures = failure.done == nil ? failures + 1 : 1
        if failures >= consumer.retry.attempts { throw failure.error }
        try await consumer.retry.sleep(consumer.retry.pause(after: failures))
        if failure.done != nil { return }
      }
    }
  }

  /// Moves the place over transactions that were not wanted: over many, or at the end of the run.
  private mutating func settle() async throws {
    try await moveOn(atLeast: scan.isAtEnd && !follows ? 1 : Self.patience)
  }

  private mutating func moveOn(atLeast count: UInt64) async throws {
    guard let next = scan.next, next > stored, next - stored > count else { return }
    try await consumer.move(to: next - 1)
    stored = next - 1
  }
}

/// Work that threw, and how far it came before that.
struct ConsumerFailure: Error {
  let error: any Error
  /// The last transaction that was done with in this attempt; nil for none.
  var done: UInt64?
}
