internal import LMDB

extension EventStore {
  /// How many entities one transaction of a rebuild takes.
  public static var rebuildStep: Int { Rebuild.step }

  /// Builds projections anew from the entities, beside the live rows, which serve until the swap.
  ///
  /// Appends go on between its transactions. A rebuild that is killed goes on at the next open.
  ///
  /// - Parameters:
  ///   - name: one projection; nil builds all.
  ///   - progress: called after each transaction with the name and whether it has ended.
  /// - Throws: `StoreError.notInSchema` for an unknown name, `viewKeptByOther` for rows that another
  ///   process keeps: only opening a store takes them over.
  public func rebuild(
    _ name: String? = nil, progress: (String, Bool) -> Void = { _, _ in }
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
    while !rest.isEmpty {
      let ended = try advanceRebuild(of: rest)
      for name in rest { progress(name, ended.contains(name)) }
      rest.removeAll { ended.contains($0) }
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
  package func advanceRebuild(of name: String, limit: Int = Rebuild.step) throws -> Bool {
    try advanceRebuild(of: [name], limit: limit) == [name]
  }

  /// Takes the next entities into rows being built. Returns the projections whose builds have ended.
  private func advanceRebuild(of names: [String], limit: Int = Rebuild.step) throws -> [String] {
    let ended = try change { session in
      let projections = try names.map { try session.projection($0) }
      let ended = try Rebuild.advanceTogether(projections, session, limit: limit)
      for projection in ended { try Takeover.check(projection) }
      return ended.map(\.name)
    }
    if !ended.isEmpty { try removeSpareRows(of: ended) }
    return ended
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
