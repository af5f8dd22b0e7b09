internal import LMDB

extension EventStore {
  /// Folds every entity anew from the log, and builds every view from that.
  ///
  /// ``rebuild(_:progress:)-async`` builds views from the entities as they are stored; this asks
  /// the log for them. Where a stored entity is not what its events fold to, the log is right: the
  /// entity and its rows are put right in one commit, and the difference is in the answer. After a
  /// purge a fold begins with what the purge has left. Of kinds that the schema does not know, and
  /// of those that another version of the app folds, nothing is changed.
  ///
  /// Reads and appends go on meanwhile, as during a rebuild. A replay that is killed leaves a store
  /// in which each entity is either as it was or as the log says. What it was building goes on at
  /// the next open; calling it again folds from the beginning and finds less to do.
  ///
  /// O(n) for n events: about as long again as a rebuild.
  ///
  /// - Parameter progress: called after each transaction; first for the entities, under the name
  ///   `entities`, then for each view.
  /// - Returns: what differed.
  /// - Throws: `StoreError.damaged` where an event is missing or cannot be read;
  ///   `viewKeptByOther`; `CancellationError` when the task was cancelled.
  public func replay(
    progress: @escaping @Sendable (RebuildProgress) -> Void = { _ in }
  ) async throws -> Replay {
    try await OwnThread.value { check in
      try self.replay(checkCancellation: check, progress: progress)
    }
  }

  /// The blocking twin of the asynchronous `replay`.
  @available(*, noasync)
  public func replay(progress: (RebuildProgress) -> Void = { _ in }) throws -> Replay {
    try replay(checkCancellation: {}, progress: progress)
  }

  private func replay(
    checkCancellation: () throws -> Void, progress: (RebuildProgress) -> Void
  ) throws -> Replay {
    var replay = Replay()
    if try !fold(into: &replay, checkCancellation: checkCancellation, progress: progress) {
      // Rows of entities lead to events by a number each, and one of them is wrong or missing.
      replay.add(try change { scope in try EntityChains.mend(&scope) })
      guard try fold(into: &replay, checkCancellation: checkCancellation, progress: progress) else {
        throw StoreError(
          .damaged, "events of the log belong to no entity; `verify` names what is wrong")
      }
    }
    try rebuild(nil, checkCancellation: checkCancellation, progress: progress)
    return replay
  }

  /// Folds all entities. Returns whether they reach every event; what differed stays noted.
  private func fold(
    into replay: inout Replay, checkCancellation: () throws -> Void,
    progress: (RebuildProgress) -> Void
  ) throws -> Bool {
    (replay.entities, replay.events, replay.skipped) = (0, 0, 0)
    var pace = RebuildPace()
    var place = LogReplay.Place()
    while !place.isAtEnd {
      try checkCancellation()
      let start = place
      let step = try paced(&pace) { step in
        try self.change { scope in try LogReplay.advance(start, &scope, by: step(scope.context)) }
      }
      replay.add(step)
      if !step.isWhole { return false }
      place = step.place
      let done = replay.entities + replay.skipped
      let reached = RebuildProgress(
        projection: "entities", entities: done, done: done, total: max(step.total, done),
        hasEnded: place.isAtEnd)
      progress(reached)
      reports?.tell(.progress(reached))
    }
    return true
  }
}
