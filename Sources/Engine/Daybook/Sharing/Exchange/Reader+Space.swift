extension Reader {
  /// The space of this store by the statements about it: its members, and what is final. Nil when
  /// nobody has created it.
  ///
  /// Cost: O(1) but for the first time after a statement arrived.
  public func space() throws -> Space? {
    log.trace?.noteLog()
    return log.space
  }

  /// The replica that this store writes as.
  public func replica() throws -> ReplicaID {
    try log.replica(LogCounters(log.transaction, log.tables).replica)
  }
}

extension Reader {
  /// The number up to which every transaction is final; nil for a store that is not shared, because
  /// there all are. A store that has joined a space and knows nothing of it yet is shared.
  ///
  /// A frontier counts only when this store has everything that it holds: what is missing might
  /// retract something here. It needs the chains of its writers, too, because after a purge nobody
  /// could go on from it without them. A store that has to start again purges nothing more.
  func finalBound() throws -> UInt64? {
    guard log.space != nil else { return try pinnedFounder() == nil ? nil : 0 }
    if try log.mustStartAgain() { return try purged() }
    guard let frontier = try keptFrontier() else { return 0 }
    return try log.end(of: frontier.vector) ?? newestNumber()
  }

  /// Whether this store was purged to a frontier that does not count any more, because its keeper
  /// was replaced or revoked before. Until the store starts again from a snapshot, its entities may
  /// differ from those of other members; it goes on passing on its transactions.
  public func mustStartAgain() throws -> Bool { try log.mustStartAgain() }

  /// Whether a transaction was purged here that a vector does not hold.
  package func hasPurged(beyond vector: VersionVector) throws -> Bool {
    try log.hasPurged(beyond: vector)
  }
}

extension Reader {
  /// The space by the statements here and in transactions that have not been taken in yet.
  package func space(adding arrivals: [ArrivingTransaction]) throws -> Space? {
    var statements: [SpaceResolution.Statement] = []
    for arrival in arrivals where try newest(of: arrival.dot.replica) < arrival.dot.sequence {
      statements += arrival.statements
    }
    if let rules = log.rules { return rules.space(adding: statements) }
    let founder = try SpaceRow.stored(log.transaction, log.tables)?.founder
    return SpaceResolution(statements, founder: founder)?.resolve()
  }
}

extension ArrivingTransaction {
  /// Its statements about its space.
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
  /// The founder that the invitation names, and its key; nil for a store that joined no space.
  package func pinnedFounder() throws -> (replica: ReplicaID, key: [UInt8])? { try pins().first }

  /// Whether the store was made to join a space, and joining went no further.
  package func hasBegunToJoin() throws -> Bool {
    try identity()?.boundSpace != nil && newestNumber() == 0 && pinnedFounder() == nil
  }

  /// The replica as which this store wrote before it was restored from a backup; nil when it was
  /// not restored, or was minted anew on purpose since.
  package func formerReplica() throws -> ReplicaID? { try identity()?.formerReplica }

  /// The identity of the store in the commit that this reads, which is another one once something
  /// was written again; nil when it is damaged.
  package func storedIdentity() throws -> UUID? { try identity()?.id }

  private func identity() throws -> StoreIdentity? {
    try StoreIdentity.stored(log.transaction, log.tables)
  }

  /// Whether anything was purged.
  package func isPurged() throws -> Bool { try purged() > 0 }

  /// The replicas that the invitation names, and their keys: the founder and the inviter. They are
  /// trusted before any statement is here.
  package func pins() throws -> [(replica: ReplicaID, key: [UInt8])] {
    guard let row = try SpaceRow.stored(log.transaction, log.tables) else { return [] }
    return [(row.founder, row.founderKey), (row.inviter, row.inviterKey)].compactMap {
      pin in pin.0.map { ($0, pin.1) }
    }
  }

  /// The number up to which a peer with a vector has every transaction of this store.
  package func heldThrough(_ vector: VersionVector) throws -> UInt64 {
    try firstLacked(by: vector).map { $0 - 1 } ?? newestNumber()
  }
}
