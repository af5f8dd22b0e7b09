internal import LMDB

extension EventStore {
  /// Finds out which entities give what to each row of a view.
  ///
  /// Makes a private copy of the store and hands each entity of it to the projection alone, on
  /// empty tables. Appends go on meanwhile; they and reads of this store wait for nothing but the
  /// copying, which keeps a snapshot as a backup does. O(n) for n entities, several times as long
  /// as a rebuild, and as much room among the temporary files as the store and some hundred bytes
  /// for each row that an entity touches.
  ///
  /// - Parameters:
  ///   - view: the name of a projection of the schema.
  ///   - progress: called after some thousand entities each.
  /// - Throws: `StoreError.notInSchema`, `viewKeptByOther`, `projectionNotReady`, `diskFull`;
  ///   `CancellationError` when the task was cancelled.
  public func contributions(
    to view: String, progress: @escaping @Sendable (RebuildProgress) -> Void = { _ in }
  ) async throws -> ViewContributions {
    try await OwnThread.value { check in
      try self.contributions(to: view, checkCancellation: check, progress: progress)
    }
  }

  /// The blocking twin of the asynchronous `contributions(to:)`.
  @available(*, noasync)
  public func contributions(
    to view: String, progress: (RebuildProgress) -> Void = { _ in }
  ) throws -> ViewContributions {
    try contributions(to: view, checkCancellation: {}, progress: progress)
  }

  private func contributions(
    to view: String, checkCancellation: () throws -> Void, progress: (RebuildProgress) -> Void
  ) throws -> ViewContributions {
    guard schema.projections.contains(where: { type(of: $0).name == view }) else {
      throw StoreError(
        .notInSchema,
        "the schema does not know a projection \(view), so nobody can tell what entities give to it"
      )
    }
    let copy = try privateCopy()
    let table = try copy.change { scope in
      let walk = try ContributionWalk(view, &scope)
      for table in walk.projection.buildingSlot.tables {
        try scope.rows.transaction.removeAll(table)
      }
      return try scope.rows.transaction.makeTable("contributions", LexicalOrder.self)
    }
    var step = ContributionWalk.Step()
    while step.hasMore {
      try checkCancellation()
      let last = step
      step = try copy.change { scope in
        try ContributionWalk(view, &scope).advance(after: last, into: table, &scope)
      }
      progress(
        RebuildProgress(
          projection: view, entities: step.count, done: step.count, total: step.total,
          hasEnded: !step.hasMore))
    }
    return ViewContributions(view, try copy.read { try $0.token() }, copy, table)
  }

  /// A copy of the store among the temporary files, as one commit left it, which nobody can find
  /// and which is gone when it is let go of, or the process ends.
  ///
  /// For what would hold up whoever writes to the store, such as `read(asOf:)`. Appends and reads
  /// of this store go on meanwhile. O(pages in use), and as much room among the temporary files.
  /// Attachments are not copied.
  ///
  /// - Throws: as `copy(to:)`.
  @available(*, noasync)
  public func privateCopy() throws -> EventStore {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = try copy(to: path, withAttachments: false)
    var own = StoreOptions()
    (own.createsStore, own.isTemporary) = (false, true)
    (own.pageChecks, own.readsSamples) = (.none, false)
    (own.now, own.addedIndexes) = (options.now, options.addedIndexes)
    return try EventStore.open(at: path, schema: schema, options: own)
  }
}
