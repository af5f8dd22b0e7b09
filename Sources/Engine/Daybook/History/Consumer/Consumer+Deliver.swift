extension History.Consumer {
  /// Delivers the wanted transactions to work outside the store, each at least once.
  ///
  /// `body` gets up to 64 at a time, in order. The consumer's place moves after it has returned. A
  /// process that is killed in between gets them again. Let one process run a consumer at a time.
  ///
  /// - Parameters:
  ///   - follows: goes on with what is committed later until the task is cancelled, which ends it
  ///     without an error; otherwise it returns when it has caught up.
  ///   - body: the work; it gets the next transactions.
  ///   - rebase: called instead of `body` when transactions were purged, with a token: take the
  ///     state as it is up to there, and the consumer goes on after it. Without `rebase`, `deliver`
  ///     throws.
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
