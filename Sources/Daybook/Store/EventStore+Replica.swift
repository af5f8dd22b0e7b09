internal import LMDB

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

  /// Makes a store that was restored one of its own: a new replica, and a new identity, so that
  /// tokens kept elsewhere are refused instead of naming other transactions.
  ///
  /// Close it afterwards and open it again: this `EventStore` still has the old identity.
  ///
  /// - Parameter space: the space to write in; nil for that of the old replica.
  /// - Throws: `StoreError.invalidArgument` when `StoreOptions.makeID` gives a replica that has
  ///   written here.
  package func mintIdentity(in space: UUID? = nil) throws {
    let (store, replica) = (options.makeID(), ReplicaID(options.makeID()))
    try change { scope in
      defer { scope.discardDraft() }
      let own = try scope.reader.replicaRecord(scope.heads.replica)
      guard try scope.reader.number(of: replica) == nil else {
        throw StoreError(
          .invalidArgument,
          "the replica \(replica) has written in this store; StoreOptions.makeID must make new ones"
        )
      }
      scope.heads.replica = try scope.intern(replica, in: space ?? own.space)
      scope.heads.sequence = 0
      try scope.storeReplicas()
      let old = try MetaKey.store.withBytes { key in
        try scope.reading.row(scope.tables.meta, key).flatMap { StoreIdentity($0) }
      }
      var writer = PayloadWriter()
      StoreIdentity(id: store, boundSpace: old?.boundSpace).encode(into: &writer)
      try MetaKey.store.withBytes {
        try scope.rows.transaction.put(scope.tables.meta, $0, sealing: &writer)
      }
    }
  }
}
