internal import LMDB
internal import Synchronization

extension EventStore {
  /// Builds projections anew from the stored entities, beside the live rows, which serve until the
  /// swap; `replay` asks the log for the entities too.
  ///
  /// Appends go on meanwhile. An append ends the current transaction; later ones take about 20 ms,
  /// also while another process has the store open. A rebuild that is killed goes on at the next
  /// open.
  ///
  /// - Parameters:
  ///   - name: one projection; nil builds all.
  ///   - progress: called after each transaction for each of the projections.
  /// - Throws: `StoreError.notInSchema` for an unknown name, `viewKeptByOther` for rows that
  ///   another process keeps: only opening a store takes them over. `CancellationError` when the
  ///   task was cancelled: the rows stay as they were, and the build goes on at the next open.
  public func rebuild(
    _ name: String? = nil, progress: @escaping @Sendable (RebuildProgress) -> Void = { _ in }
  ) async throws {
    try await OwnThread.value { check in
      try self.rebuild(name, checkCancellation: check, progress: progress)
    }
  }

  /// The blocking twin of the asynchronous `rebuild`.
  @available(*, noasync)
  public func rebuild(
    _ name: String? = nil, progress: (RebuildProgress) -> Void = { _ in }
  ) throws {
    try rebuild(name, checkCancellation: {}, progress: progress)
  }

  func rebuild(
    _ name: String?, checkCancellation: () throws -> Void, progress: (RebuildProgress) -> Void
  ) throws {
    let names = try projectionNames()
    if let name, !names.contains(name) {
      throw StoreError(
        .notInSchema,
        "there is no projection \(name); the schema has \(names.joined(separator: ", "))")
    }
    let chosen = name.map { [$0] } ?? names
    try change { scope in
      for name in chosen { try Takeover.check(scope.projection(name)) }
      for name in chosen { try Rebuild.start(scope.projection(name), &scope) }
    }
    try build(chosen, checkCancellation: checkCancellation, progress: progress)
  }

  /// Goes on with builds until they have ended.
  private func build(
    _ names: [String], checkCancellation: () throws -> Void,
    progress: (RebuildProgress) -> Void
  ) throws {
    var rest = names
    var pace = RebuildPace()
    var taken: [String: Int] = [:]
    while !rest.isEmpty {
      try checkCancellation()
      let step = try advanceRebuild(of: rest, &pace)
      for name in step.names {
        taken[name, default: 0] += step.entities
        let reached = RebuildProgress(name, step, taken[name] ?? 0)
        progress(reached)
        reports?.tell(.progress(reached))
      }
      if step.hasEnded { rest.removeAll { step.names.contains($0) } }
    }
  }

  // MARK: Loading much

  /// Leaves the rows of views as they are, because much is about to be appended: until
  /// `buildDeferredViews` readers see them as they were, and no append changes them.
  ///
  /// Rows are built in the order of their keys then, which costs a fraction of putting each where
  /// it belongs, and fills pages. Only this process waits for that: to others the rows are behind,
  /// as those of any process that does not keep them, and they bring them up to date when they need
  /// them. So does whoever needs them here, such as an append that reads them or `verify`. The next
  /// opening builds them when this process dies. What a view cannot take is left out of it, as of
  /// what arrives; a `Unique` is not deferred, because it refuses appends.
  ///
  /// - Parameter count: about how many entities will be made. With fewer than the store has, a
  ///   build would cost more than it saves, and nothing is deferred.
  /// - Returns: the names of the views.
  package func deferViews(for count: Int) throws -> [String] {
    let names: [String] = try change { scope in
      guard try scope.reading.statistics(scope.tables.entities).rows <= count else { return [] }
      let chosen = scope.projections.filter {
        $0.keptLive != nil && $0.definition.buildFingerprint == nil
          && !($0.opened.projection is any Unique)
      }
      for projection in chosen {
        try Rebuild.start(projection, &scope)
        projection.wasDeferred = true
        projection.keepsLive = false
      }
      return chosen.map(\.name)
    }
    readers.catalog.defers.store(!names.isEmpty, ordering: .releasing)
    return names
  }

  /// Builds the rows that `deferViews` has left.
  ///
  /// - Throws: what a rebuild does; then whoever reads the rows has them brought up to date.
  package func buildDeferredViews(_ names: [String]) throws {
    if names.isEmpty { return }
    defer { readers.catalog.defers.store(false, ordering: .releasing) }
    do { try build(names, checkCancellation: {}, progress: { _ in }) } catch {
      readers.catalog.defers.store(false, ordering: .releasing)
      // Reads of this commit are judged anew after the next one.
      try? change { scope in
        for projection in scope.projections { projection.wasDeferred = false }
        try CatchUp.recover(&scope)
        scope.counters.generation += 1
      }
      throw error
    }
  }

  /// Removes the rows of every projection; reading them throws until they are rebuilt.
  ///
  /// - Throws: `StoreError.viewKeptByOther` when another process keeps some of them.
  public func dropProjections() throws {
    try change { scope in
      for projection in scope.projections { try Takeover.check(projection) }
      for projection in scope.projections {
        try scope.release(projection.liveSlot.owner)
        try scope.release(projection.buildingSlot.owner)
        projection.definition.dropRows()
        scope.counters.projections[projection.number] = ProjectionState()
        try projection.save(&scope)
      }
    }
    try change { scope in
      for projection in scope.projections {
        // Another process may build them again by now.
        let definition = projection.definition
        if definition.isLive || definition.buildFingerprint != nil { continue }
        for table in projection.opened.slots.joined() {
          try scope.rows.transaction.removeAll(table)
        }
      }
    }
  }

  /// The names of the schema's projections.
  public func projectionNames() throws -> [String] {
    readers.catalog.names
  }

  /// The digest of each projection's live rows; none for those that another process keeps.
  public func digests() throws -> [String: Digest] {
    try inspect { scope in
      try CatchUp.recover(&scope, limit: StepLimit.none)
      return Dictionary(
        uniqueKeysWithValues: scope.projections.compactMap { projection in
          projection.live.map { (projection.name, scope.counters[$0].digest) }
        })
    }
  }

  /// Takes the next entities into the rows being built. Returns whether the build has ended.
  package func advanceRebuild(of name: String, limit: Int = .max) throws -> Bool {
    try advanceRebuild(of: [name]) { _ in RebuildStep(entities: limit) }.hasEnded
  }

  /// Takes the next entities into rows being built, when those who wait have had their turn.
  private func advanceRebuild(of names: [String], _ pace: inout RebuildPace) throws -> RebuildTaken
  {
    try paced(&pace) { step in try self.advanceRebuild(of: names, by: step) }
  }

  /// Brings rows up to date that other processes have left behind, step by step.
  func catchUp() throws {
    var pace = RebuildPace()
    var hasMore = true
    while hasMore {
      hasMore = try paced(&pace) { step in
        try self.change { scope in try CatchUp.step(&scope, by: step(scope.context)) }
      }
    }
  }

  /// Takes a step, again when somebody waited and it made room.
  func paced<R>(
    _ pace: inout RebuildPace,
    _ body: (@escaping @Sendable (WriterContext) -> RebuildStep) throws -> R
  ) throws -> R {
    while true {
      let now = pace
      do {
        let result = try body { context in
          context.waiting.watch()
          return now.next(context)
        }
        pace.note(wasAwaited: writer.wasAwaited)
        return result
      } catch is Waiting.Interruption {
        pace.note(wasAwaited: true)
      }
    }
  }

  private func advanceRebuild(
    of names: [String], by step: @escaping @Sendable (WriterContext) -> RebuildStep
  ) throws -> RebuildTaken {
    let taken = try change { scope in
      let projections = try names.map { try scope.projection($0) }
      let taken = try Rebuild.advanceTogether(projections, &scope, by: step(scope.context))
      if taken.hasEnded { for projection in taken.projections { try Takeover.check(projection) } }
      return taken.counts
    }
    if taken.hasEnded { try removeSpareRows(of: taken.names) }
    return taken
  }

  /// Removes the rows that a rebuild has replaced, unless another process builds in their place by
  /// now.
  package func removeSpareRows(of names: [String]) throws {
    try change { scope in
      for name in names {
        let projection = try scope.projection(name)
        guard projection.definition.buildFingerprint == nil else { continue }
        for table in projection.buildingSlot.tables { try scope.rows.transaction.removeAll(table) }
      }
    }
  }

  /// Starts a rebuild without advancing it.
  package func startRebuild(of name: String) throws {
    try change { scope in
      let projection = try scope.projection(name)
      try Takeover.check(projection)
      try Rebuild.start(projection, &scope)
    }
  }
}
