extension Reader {
  /// What is stated about the space of this store: its members and what is final; nil when nobody
  /// has created it.
  ///
  /// Cost: O(1) but for the first time after a statement arrived.
  public func space() throws -> Space? {
    log.trace?.noteLog()
    return log.space
  }

  /// The replica that this store writes as.
  public func replica() throws -> ReplicaID {
    try log.replica(Heads(log.transaction, log.tables).replica)
  }
}

extension Reader {
  /// The last transaction up to which all is final; nil for a store that is not shared, of which
  /// all is. One that has joined a space and knows nothing of it yet is shared.
  ///
  /// A frontier of which something is not here yet does not count: it might take back what is. Nor
  /// does one without the chains of its writers, which nobody could go on from after a purge. Who
  /// has to start again purges nothing more.
  func finalBound() throws -> UInt64? {
    guard log.space != nil else { return try pinnedFounder() == nil ? nil : 0 }
    if try log.mustStartAgain() { return try purged() }
    guard let frontier = try keptFrontier() else { return 0 }
    return try log.end(of: frontier.vector) ?? head()
  }

  /// Whether this store was purged to a frontier that does not count any more, because its keeper
  /// was replaced or revoked before. It passes on what it has; what it shows is not what the
  /// statements come to, until it starts again from a snapshot.
  public func mustStartAgain() throws -> Bool { try log.mustStartAgain() }

  /// Whether something was purged here that a vector does not stand for.
  package func hasPurged(beyond vector: VersionVector) throws -> Bool {
    try log.hasPurged(beyond: vector)
  }
}

extension Reader {
  /// What is stated about the space here and in transactions that are not here yet.
  package func space(adding arrivals: [ArrivingTransaction]) throws -> Space? {
    let known = try versionVector()
    let statements = arrivals.flatMap { known.contains($0.dot) ? [] : $0.statements }
    if let rules = log.rules { return rules.space(adding: statements) }
    let founder = try SpaceRow.stored(log.transaction, log.tables)?.founder
    return SpaceResolution(statements, founder: founder)?.resolve()
  }
}

extension ArrivingTransaction {
  /// What it says about its space.
  fileprivate var statements: [SpaceResolution.Statement] {
    message.events.enumerated().compactMap { index, event in
      guard event.kind == SpaceStatement.kind, event.entity == message.space else { return nil }
      let content = event.payload.withUnsafeBytes {
        SpaceStatement(name: event.name, version: event.version, payload: $0)
      }
      return content.map {
        SpaceResolution.Statement(dot: dot, index: UInt32(index), time: header.time, content: $0)
      }
    }
  }
}

extension Reader {
  /// Who is known to have created the space, and with which key; nil when nobody said.
  package func pinnedFounder() throws -> (replica: ReplicaID, key: [UInt8])? { try pins().first }

  /// Whether the store was made to join a space, and has not got further.
  package func hasBegunToJoin() throws -> Bool {
    try identity()?.boundSpace != nil && head() == 0 && pinnedFounder() == nil
  }

  /// The replica as which the store wrote from which this one was restored; nil when it was not
  /// restored, or was made another one on purpose since.
  package func formerReplica() throws -> ReplicaID? { try identity()?.formerReplica }

  private func identity() throws -> StoreIdentity? {
    try StoreIdentity.stored(log.transaction, log.tables)
  }

  /// Whether anything was purged.
  package func isPurged() throws -> Bool { try purged() > 0 }

  /// Whose word counts before anything is stated here: the founder, and who has invited.
  package func pins() throws -> [(replica: ReplicaID, key: [UInt8])] {
    guard let row = try SpaceRow.stored(log.transaction, log.tables) else { return [] }
    return [(row.founder, row.founderKey), (row.inviter, row.inviterKey)].compactMap {
      pin in pin.0.map { ($0, pin.1) }
    }
  }

  /// The last transaction up to which somebody has all that is here.
  package func heldThrough(_ vector: VersionVector) throws -> UInt64 {
    try firstLacked(by: vector).map { $0 - 1 } ?? head()
  }
}
