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
  /// all is.
  ///
  /// A frontier of which something is not here yet does not count: it might take back what is.
  func finalBound() throws -> UInt64? {
    guard let space = log.space, space.members.count > 1 else { return nil }
    let vector = try versionVector()
    guard let frontier = space.frontiers.last(where: { vector.covers($0.vector) }) else { return 0 }
    var first: UInt64?
    try log.forEachReplica { number, row in
      let next = frontier.vector[row.id].successor
      guard try next <= log.newestSequence(number),
        let found = try log.number(replica: number, sequence: next)
      else { return }
      first = min(first ?? found, found)
    }
    return try first.map { $0 - 1 } ?? head()
  }
}
