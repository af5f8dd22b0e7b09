extension EventStore {
  /// Folds every entity anew from the log, and builds every view from that.
  ///
  /// `rebuild` builds views from the entities as they are stored; this asks the log for them.
  /// Where a stored entity is not what its events fold to, or its row cannot be read, the log is
  /// right: the entity and its rows are put right in one commit, and the difference is in the
  /// answer. After a purge a fold begins with what the purge has left. Of kinds that the schema
  /// does not know, and of those that another version of the app folds, nothing is changed.
  ///
  /// Reads and appends go on meanwhile, as during a rebuild. A replay that is killed leaves a store
  /// in which each entity is either as it was or as the log says. What it was building goes on at
  /// the next open; calling it again folds from the beginning and finds less to do. What the killed
  /// one has put right is in the answer of that call as well: it is kept until `noting` returns.
  ///
  /// O(n) for n events: about as long again as a rebuild.
  ///
  /// - Parameter progress: called after each transaction; first for the entities, under the name
  ///   `entities`, then for each view.
  /// - Parameter noting: called with the answer before it is forgotten, for who must not miss what
  ///   differed even when the process is killed while the call returns. When it throws, the next
  ///   call says the same again.
  /// - Returns: what differed.
  /// - Throws: `StoreError.damaged` where an event or a name is missing, cannot be read or was
  ///   changed after it was written, or what a purge has left was, or the row of an entity is
  ///   missing or does not lead to its events: nothing is changed before the whole log was looked
  ///   at. `viewKeptByOther`; `CancellationError` when the task was cancelled; what was put right
  ///   until then stays; what `noting` throws.
  public func replay(
    progress: @escaping @Sendable (RebuildProgress) -> Void = { _ in },
    noting: @escaping @Sendable (Replay) throws -> Void = { _ in }
  ) async throws -> Replay {
    try await OwnThread.value { check in
      try self.replay(checkCancellation: check, progress: progress, noting: noting)
    }
  }

  /// The blocking twin of the asynchronous `replay`.
  @available(*, noasync)
  public func replay(
    progress: (RebuildProgress) -> Void = { _ in }, noting: (Replay) throws -> Void = { _ in }
  ) throws -> Replay {
    try replay(checkCancellation: {}, progress: progress, noting: noting)
  }

  private func replay(
    checkCancellation: () throws -> Void, progress: (RebuildProgress) -> Void,
    noting: (Replay) throws -> Void
  ) throws -> Replay {
    let unreadable = try inspect { scope in
      for projection in scope.projections { try Takeover.check(projection) }
      return try EntityRows.unreadable(scope)
    }
    let mended = try read { reader in
      try reader.log.checkWritten(LogCounters(reader.log.transaction, reader.log.tables))
      let mended = try EntityRows.records(of: unreadable, reader.log)
      try EntityChains.check(reader.log, mended)
      return mended
    }
    var replay = Replay(try read { try ReplayNotes($0.log) })
    if !mended.isEmpty {
      replay.add(
        LogReplay.Step(differences: try change { scope in try LogReplay.mend(mended, &scope) }))
    }
    try fold(into: &replay, checkCancellation: checkCancellation, progress: progress)
    try rebuild(nil, checkCancellation: checkCancellation, progress: progress)
    try noting(replay)
    if !replay.agrees { try change { [replay] scope in try ReplayNotes.clear(replay, &scope) } }
    return replay
  }

  /// Folds all entities.
  private func fold(
    into replay: inout Replay, checkCancellation: () throws -> Void,
    progress: (RebuildProgress) -> Void
  ) throws {
    var pace = RebuildPace()
    var step = LogReplay.Step(hasMore: true)
    while step.hasMore {
      try checkCancellation()
      let key = step.key
      step = try paced(&pace) { step in
        try self.change { scope in
          try LogReplay.advance(after: key, &scope, by: step(scope.context))
        }
      }
      replay.add(step)
      let done = replay.entities + replay.skipped
      let reached = RebuildProgress(
        projection: "entities", entities: done, done: done, total: max(step.total, done),
        hasEnded: !step.hasMore)
      progress(reached)
      reports?.tell(.progress(reached))
    }
  }
}
