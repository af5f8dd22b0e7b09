internal import LMDB
internal import Synchronization

extension History.Consumer {
  /// Works inside the store on every wanted transaction, exactly once.
  ///
  /// `body` gets a transaction and the draft that the work goes into. The consumer's place moves in
  /// the same commit as the work, also when nothing was appended: either both are stored or neither
  /// is. The body runs on the store's thread, may run again before it is committed, and must only
  /// read and append. Several pieces of work share a commit, each its own transaction in history.
  ///
  /// The same consumer may run in several processes: each transaction is worked on by one of them.
  ///
  /// - Parameters:
  ///   - follows: goes on with what is committed later until the task is cancelled, which ends it
  ///     without an error; otherwise it returns when it has caught up.
  ///   - body: the work; it gets a transaction and the draft.
  ///   - rebase: called instead of `body` when transactions were purged; the draft shows the
  ///     current state, and the consumer goes on after it. Without `rebase`, `process` throws.
  /// - Throws: `CancellationError` when a run that does not follow was cancelled; what `body`
  ///   throws when `retry` gives up; a `StoreError`.
  public func process(
    follows: Bool = false,
    _ body: @escaping @Sendable (History.Transaction, inout Draft) throws -> Void,
    rebase: (@Sendable (inout Draft) throws -> Void)? = nil
  ) async throws {
    var run = try await ConsumerRun(self, follows: follows)
    try await run.run { stored, page in
      try await process(page, after: stored, body)
    } rebase: { error in
      guard let rebase else { throw error }
      return try await self.rebase(rebase)
    }
  }

  /// Hands in the work on a page at once, so that it shares commits, and waits for all of it.
  private func process(
    _ page: [History.Transaction], after stored: UInt64,
    _ body: @escaping @Sendable (History.Transaction, inout Draft) throws -> Void
  ) async throws -> UInt64 {
    let results = await withCheckedContinuation { continuation in
      let gathered = GatheredResults(count: page.count) { continuation.resume(returning: $0) }
      var expected = stored
      for (index, transaction) in page.enumerated() {
        store.writer.add(
          append(of: transaction, after: expected, body) { gathered.set(index, $0) })
        expected = transaction.number
      }
    }
    var done: UInt64?
    for (transaction, result) in zip(page, results) {
      do {
        _ = try result.get()
        done = transaction.number
      } catch let overtaken as Overtaken {
        return overtaken.stored
      } catch let failure as WorkFailure {
        throw ConsumerFailure(error: failure.error, done: done)
      } catch let error as StoreError where error.code == .diskFull {
        throw ConsumerFailure(error: error, done: done)
      }
    }
    return done ?? stored
  }

  private func append(
    of transaction: History.Transaction, after expected: UInt64,
    _ body: @escaping @Sendable (History.Transaction, inout Draft) throws -> Void,
    _ done: @escaping @Sendable (Result<History.Token, any Error>) -> Void
  ) -> Append {
    let name = name
    return Append(
      author: author, context: nil, stamp: nil, durability: durability,
      body: { draft in
        // Work before this one failed, or another process was faster.
        let stored = try draft.scope.reader.consumer(name)?.transaction ?? 0
        if stored != expected { throw Overtaken(stored: stored) }
        try WorkFailure.wrapping { try body(transaction, &draft) }
        draft.scope.draft.consumed = (name, transaction.number)
      }, done: done)
  }

  /// Lets the consumer take the current state, and moves its place there.
  private func rebase(
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) async throws -> UInt64 {
    let reached = Mutex<UInt64>(0)
    let name = name
    do {
      try await store.append(author: author, durability: durability) { draft in
        try WorkFailure.wrapping { try body(&draft) }
        let newest = draft.scope.counters.transactions
        draft.scope.draft.consumed = (name, newest)
        reached.withLock { $0 = newest }
      }
    } catch let failure as WorkFailure {
      throw ConsumerFailure(error: failure.error)
    }
    return reached.withLock { $0 }
  }

  /// Moves the place forward, without work.
  func move(to number: UInt64) async throws {
    let name = name
    try await store.append(durability: durability) { draft in
      let stored = try draft.scope.reader.consumer(name)?.transaction
      if let stored, stored >= number { return }
      draft.scope.draft.consumed = (name, number)
    }
  }
}

/// The stored place is not where the work expected it.
private struct Overtaken: Error {
  let stored: UInt64
}

/// What the work threw, told apart from what the store throws.
private struct WorkFailure: Error {
  let error: any Error

  static func wrapping(_ body: () throws -> Void) throws {
    do { try body() } catch let error as LMDBError {
      // The writer makes the file larger and runs the work again.
      throw error
    } catch {
      throw WorkFailure(error: error)
    }
  }
}

/// Results that come from the store's thread, in any order.
private final class GatheredResults: Sendable {
  typealias Outcome = Result<History.Token, any Error>
  private let outcomes: Mutex<[Outcome?]>
  private let done: @Sendable ([Outcome]) -> Void

  init(count: Int, _ done: @escaping @Sendable ([Outcome]) -> Void) {
    outcomes = Mutex(Array(repeating: nil, count: count))
    self.done = done
  }

  func set(_ index: Int, _ outcome: Outcome) {
    let all = outcomes.withLock { outcomes in
      outcomes[index] = outcome
      let known = outcomes.compactMap(\.self)
      return known.count == outcomes.count ? known : nil
    }
    if let all { done(all) }
  }
}
