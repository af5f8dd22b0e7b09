public import Daybook

extension EventStore {
  /// Writes the transactions of a generated household in order, each a transaction of the store.
  ///
  /// Hundreds of them share a commit where the system lets tasks start at once (Linux, and Apple's
  /// systems from version 26 on); elsewhere each has its own, which takes a flush each. The last commit
  /// waits for the disk and takes the others with it.
  ///
  /// The store must be empty before, or undo takes back something else, and nobody else may write to it
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - clock: the store's clock; transactions carry their own times.
  ///   - progress: called with the number of events written so far.
  /// - Throws: `StoreError`; what came before is written. When the file had to grow, the clock would be
  ///   wrong: open the store with a larger `mapSize`.
  public func append(
    _ transactions: some Sequence<HouseholdTransaction>, clock: HouseholdClock,
    progress: (Int) -> Void = { _ in }
  ) async throws {
    var rest = transactions.makeIterator()
    var next = rest.next()
    var events = 0
    while let first = next {
      var batch = [first]
      next = rest.next()
      while batch.count < Self.householdBatch, let transaction = next {
        batch.append(transaction)
        next = rest.next()
      }
      clock.begin(batch.map(\.wallTime))
      try await append(batch, clock, isLast: next == nil)
      events += batch.reduce(0) { $0 + $1.steps.count }
      progress(events)
    }
  }

  /// Transactions that are handed in before the first of them is waited for.
  private static var householdBatch: Int { 1_000 }

  private func append(
    _ batch: [HouseholdTransaction], _ clock: HouseholdClock, isLast: Bool
  ) async throws {
    let durability = { (place: Int) -> Durability in
      isLast && place == batch.count - 1 ? .durable : .relaxed
    }
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      for (place, transaction) in batch.enumerated() {
        try await append(transaction, clock, place, durability(place))
      }
      return
    }
    try await withThrowingTaskGroup { group in
      for (place, transaction) in batch.enumerated() {
        let durability = durability(place)
        // An immediate task runs up to its first suspension, by when it has been handed in.
        group.addImmediateTask { try await self.append(transaction, clock, place, durability) }
      }
      try await group.waitForAll()
    }
  }

  private func append(
    _ transaction: HouseholdTransaction, _ clock: HouseholdClock, _ place: Int,
    _ durability: Durability
  ) async throws {
    try await append(
      author: transaction.author, context: transaction.context, stamp: transaction.stamp,
      durability: durability
    ) { draft in
      guard clock.advance(from: place) else {
        throw StoreError(
          .invalidArgument,
          "the store's file grew or somebody else wrote; open it with a larger mapSize")
      }
      try transaction.apply(to: &draft)
    }
  }
}
