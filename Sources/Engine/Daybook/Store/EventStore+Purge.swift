internal import LMDB

/// What a purge did.
public struct PurgeResult: Sendable {
  /// The oldest place in the history that is left; older tokens have expired.
  public let oldest: History.Token
  /// Events that were removed.
  public let events: Int
  /// Transactions that were removed.
  public let transactions: Int
  /// Entities whose older events stayed because the schema does not understand all of them: types
  /// or a kind that it does not know, or what a newer version of the app wrote. A purge by that
  /// version takes them.
  public let notUnderstood: Int
  /// The consumer that kept the purge from going further; nil when there was none.
  public let heldBackBy: String?
  /// Whether it ended at the newest frontier of the space, and did not go as far as was asked.
  public let endsAtFrontier: Bool
}

extension EventStore {
  /// Shortens the log: of each entity, one baseline takes the place of the events before a token.
  ///
  /// States, projections and digests stay as they are. Older tokens expire, transactions before the
  /// token can no longer be undone, and you can no longer read the store as it was before the
  /// token. What arrives later with an older stamp sorts after the baseline. Events that a later
  /// fold may still need stay: those of entities that have later events with earlier stamps, or
  /// later retractions, or something that the schema does not understand.
  ///
  /// A store whose space somebody has created is purged up to the newest frontier at most, also
  /// when forced: what comes after it has its place after it on every store, purged or not. Stores
  /// without such a space that exchange messages should all have the same transactions when one of
  /// them is purged: a late edit or undo changes a store that was purged in another way than one
  /// that still has the events before it, and the two then differ for good.
  ///
  /// A purge waits for consumers and for peers: what they lack stays. A peer that was not heard of
  /// for 90 days is waited for no more, and begins with a snapshot when it comes back.
  ///
  /// A purge that would remove nothing, because all of it is to stay, leaves the history as it is.
  ///
  /// Pages become free inside the file; `compact(at:)` gives them back to the disk. Appends go on
  /// between its commits, which take some 20 ms each.
  ///
  /// - Parameters:
  ///   - token: everything up to its transaction goes.
  ///   - keeping: what was written after this date stays, unless forced.
  ///   - forced: passes consumers, which then start again from the current state, peers, which
  ///     begin with a snapshot, and `keeping`.
  ///   - progress: called before each commit with the number of events that are gone.
  /// - Throws: `StoreError.foreignToken`, `noSuchTransaction`, `expiredToken` before the last
  ///   purge; `damaged` where what would go was changed after it was written. `CancellationError`
  ///   when the task was cancelled: older tokens have expired, some events are still there, and the
  ///   next purge goes on.
  @discardableResult
  public func purge(
    before token: History.Token, keeping: Date? = nil, forced: Bool = false,
    progress: @escaping @Sendable (_ events: Int) -> Void = { _ in }
  ) async throws -> PurgeResult {
    try await OwnThread.value { check in
      try self.purge(token, keeping, forced) { events in
        progress(events)
        try check()
      }
    }
  }

  /// The blocking twin of the asynchronous `purge`.
  @available(*, noasync)
  @discardableResult
  public func purge(
    before token: History.Token, keeping: Date? = nil, forced: Bool = false
  ) throws -> PurgeResult {
    try purge(token, keeping, forced) { _ in }
  }

  /// - Parameter step: called with the number of events that are gone before each commit; throws to
  ///   end.
  private func purge(
    _ token: History.Token, _ keeping: Date?, _ forced: Bool, step: (Int) throws -> Void
  ) throws -> PurgeResult {
    var bound = try read { reader in
      guard try token <= reader.token() else {
        throw StoreError(.noSuchTransaction, "there is no transaction \(token.number) yet")
      }
      return try reader.place(token)
    }
    var holder: String?
    if !forced {
      if let keeping { bound = min(bound, try read { try $0.place(keeping: keeping) }) }
      for (name, consumer) in try read({ try $0.log.consumers() })
      where consumer.transaction < bound && !consumer.isSilent(at: options.now()) {
        bound = consumer.transaction
        holder = name
      }
    }
    let final = try read { try $0.finalBound() }
    let endsAtFrontier = (final ?? bound) < bound
    let limit = min(bound, final ?? bound)
    // A purge takes away what would show that the log was changed. Without the writer: O(n).
    try read { reader in
      let counters = try LogCounters(reader.log.transaction, reader.log.tables)
      try reader.log.checkWritten(through: limit, counters)
    }
    let futile = try rehearse(limit)
    let oldest = try change { scope in
      if futile == nil, limit > scope.counters.purged { try Purge.begin(limit, &scope) }
      return scope.counters.purged
    }
    let progress =
      try read { try $0.mustStartAgain() } ? Purge.Progress() : futile ?? purgeAll(step)
    return PurgeResult(
      oldest: History.Token(store: id, transaction: oldest), events: progress.events,
      transactions: progress.transactions, notUnderstood: progress.notUnderstood,
      heldBackBy: endsAtFrontier ? nil : holder, endsAtFrontier: endsAtFrontier)
  }

  /// What a purge would come to that removes nothing, which is not begun: the history would lose
  /// its beginning, and tokens would expire, for nothing. Nil for one that removes something, or
  /// goes on.
  private func rehearse(_ limit: UInt64) throws -> Purge.Progress? {
    try inspect { scope in
      guard limit > scope.counters.purged else { return nil }
      try Purge.begin(limit, &scope)
      var progress = Purge.Progress()
      while progress.events == 0, progress.transactions == 0 {
        if progress.hasEnded { return progress }
        try Purge.advance(&progress, &scope)
      }
      return nil
    }
  }

  private func purgeAll(_ step: (Int) throws -> Void) throws -> Purge.Progress {
    var progress = Purge.Progress()
    while !progress.hasEnded {
      try step(progress.events)
      let before = progress
      progress = try change { scope in
        var progress = before
        try Purge.advance(&progress, &scope)
        if progress.hasEnded { try scope.keepRemains() }
        return progress
      }
    }
    return progress
  }

  /// Writes the file of a closed store anew without its free pages, and puts it in place of the old
  /// one.
  ///
  /// Nobody, in any process, may have the store open. A crash leaves the old file or the new one. A
  /// compaction that has begun is not cancelled.
  ///
  /// - Returns: bytes before and after.
  /// - Throws: `StoreError.alreadyOpen`, `noSuchStore`.
  @discardableResult
  public static func compact(at path: String) async throws -> (before: Int, after: Int) {
    try await OwnThread.value { () throws -> (before: Int, after: Int) in
      try compact(at: path)
    }
  }

  /// The blocking twin of the asynchronous `compact`.
  @available(*, noasync)
  @discardableResult
  public static func compact(at path: String) throws -> (before: Int, after: Int) {
    try StorePath.check(path)
    do {
      return try Environment.compact(path: path)
    } catch {
      throw StoreError(error, path: path)
    }
  }
}
