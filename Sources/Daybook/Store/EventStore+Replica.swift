extension EventStore {
  /// Writes on as a new replica in the same space; what was written before keeps its own.
  ///
  /// For a store that was restored or copied: whoever holds the rest of the old replica's transactions
  /// has other ones under the dots that it would give next.
  package func mintReplica() throws {
    let id = ReplicaID(options.makeID())
    try change { session in
      defer { session.discardDraft() }
      let own = try session.reader.replicaRecord(session.heads.replica)
      session.heads.replica = try session.intern(id, in: own.space)
      session.heads.sequence = 0
      try session.storeReplicas()
    }
  }
}
