extension History.Consumer {
  /// Delivers the transactions that are wanted to work outside the store, each at least once.
  ///
  /// `body` gets up to 64 at a time, in order. The consumer's place moves after it has returned;
  /// who is killed in between gets the same ones again. Let one process run a consumer at a time.
  ///
  /// - Parameters:
  ///   - follows: goes on with what is committed later until the task is cancelled, which ends it
  ///     without an error; otherwise it returns when it has caught up.
  ///   - body: the work; it gets the next transactions.
  ///   - rebase: called in place of transactions that were purged, with the token up to which the
  ///     current state has to be taken; the consumer goes on after it. Without it their loss is an
  ///     error.
  /// - Throws: `CancellationError` when a run that does not follow was cancelled; what `body`
  ///   throws when `retry` gives up; a `StoreError`.
  public func deliver(
    follows: Bool = false,
    _ body: @escaping @Sendable ([History.Transaction]) async throws -> Void,
    rebase: (@Sendable (History.Token) async throws -> Void)? = nil
  ) async throws {
    var run = try await ConsumerRun(self, follows: follows)
    try await run.run { stored, page in
      try await outside { try await body(page) }
      let last = page.last?.number ?? stored
      try await move(to: last)
      return last
    } rebase: { error in
      guard let rebase else { throw error }
      let token = try store.read { try $0.token() }
      try await outside { try await rebase(token) }
      try await move(to: token.number)
      return token.number
    }
  }

  private func outside(_ body: () async throws -> Void) async throws {
    do { try await body() } catch { throw ConsumerFailure(error: error) }
  }
}
