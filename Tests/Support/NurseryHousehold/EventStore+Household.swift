public import Daybook

extension EventStore {
  /// Writes the transactions of a generated household in order, each a transaction of the store.
  ///
  /// Many share a commit; the last one waits for the disk and takes the others with it. The store
  /// must be empty before, or undo takes back something else, and nobody else may write to it
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - clock: the store's clock; transactions carry their own times.
  ///   - progress: called now and then with the number of events written so far.
  /// - Throws: `StoreError`; what came before is written. `invalidArgument` when the file had to
  ///   grow, so that times are wrong: open a new store with a larger `mapSize`.
  public func append(
    _ transactions: some Sequence<HouseholdTransaction>, clock: HouseholdClock,
    progress: (Int) -> Void = { _ in }
  ) async throws {
    var rest = transactions.makeIterator()
    var next = rest.next()
    var events = 0
    var reported = 0
    while let transaction = next {
      next = rest.next()
      clock.show(transaction.wallTime)
      try await append(transaction, clock, next == nil ? .durable : .bulk)
      events += transaction.steps.count
      guard events - reported >= 1_000 || next == nil else { continue }
      reported = events
      progress(events)
    }
  }

  private func append(
    _ transaction: HouseholdTransaction, _ clock: HouseholdClock, _ durability: Durability
  ) async throws {
    try await append(
      author: transaction.author, context: transaction.context, stamp: transaction.stamp,
      durability: durability
    ) { draft in
      clock.noteWriting(of: transaction.wallTime)
      try transaction.apply(to: &draft)
    }
    guard !clock.wasMisread else {
      throw StoreError(
        .invalidArgument,
        "the file of the store at \(path) grew while times were told; use a larger mapSize")
    }
  }
}
