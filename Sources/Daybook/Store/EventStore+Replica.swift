extension EventStore {
  /// Writes on as a new replica in the same space; what was written before keeps its own.
  ///
  /// For a store that was restored or copied: whoever holds the rest of the old replica's
  /// transactions has other ones under the dots that it would give next.
  package func mintReplica() throws {
    let id = ReplicaID(options.makeID())
    try change { scope in
      defer { scope.discardDraft() }
      let own = try scope.reader.replicaRecord(scope.heads.replica)
      scope.heads.replica = try scope.intern(id, in: own.space)
      scope.heads.sequence = 0
      try scope.storeReplicas()
    }
  }
}
