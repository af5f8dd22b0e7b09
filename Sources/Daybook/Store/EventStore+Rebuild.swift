internal import LMDB

/// How far a rebuild has come.
public struct RebuildProgress: Sendable {
  /// The name of the projection.
  public let projection: String
  /// The entities that this call has taken into it.
  public let entities: Int
  /// Whether the new rows are live.
  public let hasEnded: Bool
}

extension EventStore {
  /// Builds projections anew from the entities, beside the live rows, which serve until the swap.
  ///
  /// Appends go on meanwhile: one that comes interrupts the transaction, which is short afterwards (some
  /// 20 ms), as it is while another process has the store open. A rebuild that is killed goes on at the
  /// next open.
  ///
  /// - Parameters:
  ///   - name: one projection; nil builds all.
  ///   - progress: called after each transaction for each of the projections.
  /// - Throws: `StoreError.notInSchema` for an unknown name, `viewKeptByOther` for rows that another
  ///   process keeps: only opening a store takes them over.
  public func rebuild(
    _ name: String? = nil, progress: (RebuildProgress) -> Void = { _ in }
  ) throws {
    let names = try projectionNames()
    if let name, !names.contains(name) {
      throw StoreError(
        .notInSchema,
        "there is no projection \(name); the schema has \(names.joined(separator: ", "))")
    }
    var rest = name.map { [$0] } ?? names
    let chosen = rest
    try change { session in
      for name in chosen { try Takeover.check(session.projection(name)) }
      for name in chosen { try Rebuild.start(session.projection(name), session) }
    }
    var pace = RebuildPace()
    var taken: [String: Int] = [:]
    while !rest.isEmpty {
      let step = try advanceRebuild(of: rest, &pace)
      for name in step.names {
        taken[name, default: 0] += step.entities
        progress(
          RebuildProgress(
            projection: name, entities: taken[name] ?? 0, hasEnded: step.hasEnded))
      }
      if step.hasEnded { rest.removeAll { step.names.contains($0) } }
    }
  }

  /// Removes the rows of every projection; reading them throws until they are rebuilt.
  ///
  /// - Throws: `StoreError.viewKeptByOther` when another process keeps some of them.
  public func dropProjections() throws {
    try change { session in
      for projection in session.projections { try Takeover.check(projection) }
      for projection in session.projections {
        try session.release(projection.liveSlot.owner)
        try session.release(projection.buildingSlot.owner)
        projection.definition.isLive = false
        projection.definition.buildFingerprint = nil
        session.heads.projections[projection.head] = ProjectionState()
        try projection.save(session)
      }
    }
    try change { session in
      for projection in session.projections {
        // Another process may build them again by now.
        let definition = projection.definition
        if definition.isLive || definition.buildFingerprint != nil { continue }
        for table in projection.opened.slots.joined() { try session.transaction!.removeAll(table) }
      }
    }
  }

  /// The names of the schema's projections.
  public func projectionNames() throws -> [String] {
    checkMayWait(in: #function)
    return try writer.perform { session in session.projections.map(\.name) }
  }

  /// The digest of each projection's live rows; none for those that another process keeps.
  public func digests() throws -> [String: Digest] {
    try inspect { session in
      try CatchUp.recover(session, limit: StepLimit.none)
      return Dictionary(
        uniqueKeysWithValues: session.projections.compactMap { projection in
          projection.live.map { (projection.name, session.heads[$0].digest) }
        })
    }
  }

  /// Takes the next entities into the rows being built. Returns whether the build has ended.
  package func advanceRebuild(of name: String, limit: Int = .max) throws -> Bool {
    try advanceRebuild(of: [name]) { _ in RebuildStep(entities: limit) }.hasEnded
  }

  /// What one transaction of a rebuild did.
  private struct TakenStep: Sendable {
    let names: [String]
    let entities: Int
    let hasEnded: Bool
  }

  /// Takes the next entities into rows being built, when those who wait have had their turn.
  private func advanceRebuild(of names: [String], _ pace: inout RebuildPace) throws -> TakenStep {
    try paced(&pace) { step in try self.advanceRebuild(of: names, by: step) }
  }

  /// Brings rows up to date that other processes have left behind, step by step.
  func catchUp() throws {
    var pace = RebuildPace()
    var hasMore = true
    while hasMore {
      hasMore = try paced(&pace) { step in
        try self.change { session in try CatchUp.step(session, by: step(session)) }
      }
    }
  }

  /// Takes a step, again when somebody waited and it made room.
  private func paced<R>(
    _ pace: inout RebuildPace,
    _ body: (@escaping @Sendable (WriteSession) -> RebuildStep) throws -> R
  ) throws -> R {
    while true {
      let now = pace
      do {
        let result = try body { session in
          session.waiting.watch()
          return now.next(session)
        }
        pace.note(wasAwaited: writer.wasAwaited)
        return result
      } catch is Waiting.Interruption {
        pace.note(wasAwaited: true)
      }
    }
  }

  private func advanceRebuild(
    of names: [String], by step: @escaping @Sendable (WriteSession) -> RebuildStep
  ) throws -> TakenStep {
    let taken = try change { session in
      let projections = try names.map { try session.projection($0) }
      let taken = try Rebuild.advanceTogether(projections, session, by: step(session))
      if taken.hasEnded { for projection in taken.projections { try Takeover.check(projection) } }
      return TakenStep(
        names: taken.projections.map(\.name), entities: taken.entities, hasEnded: taken.hasEnded)
    }
    if taken.hasEnded { try removeSpareRows(of: taken.names) }
    return taken
  }

  /// Removes the rows that a rebuild has replaced, unless another process builds in their place by now.
  package func removeSpareRows(of names: [String]) throws {
    try change { session in
      for name in names {
        let projection = try session.projection(name)
        guard projection.definition.buildFingerprint == nil else { continue }
        for table in projection.buildingSlot.tables { try session.transaction!.removeAll(table) }
      }
    }
  }

  /// Starts a rebuild without advancing it.
  package func startRebuild(of name: String) throws {
    try change { session in
      let projection = try session.projection(name)
      try Takeover.check(projection)
      try Rebuild.start(projection, session)
    }
  }

  /// Runs `body` on the writer thread in an LMDB transaction that is dropped.
  func inspect<R: Sendable>(
    for call: StaticString = #function, _ body: @escaping @Sendable (WriteSession) throws -> R
  ) throws -> R {
    try perform(call) { session in try session.inspect { try body(session) } }
  }

  /// Runs `body` on the writer thread in an LMDB transaction of its own.
  func change<R: Sendable>(
    for call: StaticString = #function, _ body: @escaping @Sendable (WriteSession) throws -> R
  ) throws -> R {
    try perform(call) { session in try session.write { try body(session) } }
  }

  private func perform<R: Sendable>(
    _ call: StaticString, _ body: @escaping @Sendable (WriteSession) throws -> R
  ) throws -> R {
    checkMayWait(in: call)
    do {
      return try writer.perform(body)
    } catch let error as LMDBError {
      throw StoreError(environment.environment.explained(error), path: path)
    }
  }
}
