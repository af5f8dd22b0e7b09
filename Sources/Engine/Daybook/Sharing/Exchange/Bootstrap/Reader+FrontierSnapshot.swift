extension Reader {
  /// The newest frontier whose transactions and chains are all here; nil when there is none, or
  /// when this store has to start again.
  package func keptFrontier() throws -> Space.Frontier? {
    guard let space = log.space, try !mustStartAgain() else { return nil }
    let vector = try versionVector()
    return try space.frontiers.last { frontier in
      try vector.covers(frontier.vector) && missingChains(of: frontier).isEmpty
    }
  }

  /// The newest frontier whose transactions are all here, and those of them whose chains are not
  /// kept; nil when there is none.
  package func openFrontier() throws -> (frontier: Space.Frontier, missing: [Dot])? {
    guard let space = log.space, !space.frontiers.isEmpty else { return nil }
    let vector = try versionVector()
    guard let frontier = space.frontiers.last(where: { vector.covers($0.vector) }) else {
      return nil
    }
    return (frontier, try missingChains(of: frontier))
  }

  private func missingChains(of frontier: Space.Frontier) throws -> [Dot] {
    try frontier.vector.sequences.sorted { $0.key < $1.key }.compactMap { replica, sequence in
      guard let number = try log.number(of: replica), try log.head(number, sequence) == nil else {
        return nil
      }
      return Dot(replica: replica, sequence: sequence)
    }
  }

  /// Writes a snapshot of the newest frontier whose transactions and chains are all here, part by
  /// part.
  ///
  /// Cost: reads every entity, and the headers of the events that were not purged; folds the
  /// entities that have events after the frontier.
  ///
  /// - Parameter sink: is lent the bytes of a part, and must not keep them.
  /// - Returns: the frontier of the snapshot; nil when there is none.
  package func writeSnapshot(
    to sink: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> FrontierSnapshot.Preamble? {
    log.trace?.noteLog()
    guard let frontier = try keptFrontier(), let space = try ownSpace() else { return nil }
    let preamble = FrontierSnapshot.Preamble(
      space: space, number: frontier.number, time: frontier.time, vector: frontier.vector)
    var writer = PayloadWriter(capacity: 4096)
    func put(_ part: FrontierSnapshot.Part) throws {
      writer.encode(part)
      // Safety: the writer keeps the bytes until it is written to again, after `sink` has returned.
      try sink(writer.bytes)
    }
    try put(.preamble(preamble))
    for (replica, sequence) in frontier.vector.sequences.sorted(by: { $0.key < $1.key }) {
      guard let number = try log.number(of: replica), let chain = try log.head(number, sequence)
      else { continue }
      try put(.chain(chain))
    }
    var states = SnapshotStates(
      readers, try names(), HeldTransactions(frontier.vector, try log.replicaIDs()))
    try log.remembering { log in
      try states.write(log, isForeign: { (try? checkOwn($0.kind)) == nil }, put)
      for message in try states.keptMessages(log) { try put(.message(message)) }
    }
    return preamble
  }

  /// The space that this store writes in.
  private func ownSpace() throws -> UUID? {
    let replica = try LogCounters(log.transaction, log.tables).replica
    return try log.replicaRecord(replica).space
  }
}
