internal import LMDB

extension EventStore {
  /// Makes a store that was restored or copied one of its own: a new replica, which counts its
  /// transactions from 1, and a new identity, so that tokens which were kept elsewhere are refused
  /// (`foreignToken`) instead of naming other transactions.
  ///
  /// Whoever holds the rest of the old replica's transactions has other ones under the dots that
  /// this store would give next, so do it before the first append. What was written before keeps
  /// its writer. Other `EventStore`s of this file have the old identity until they are opened anew.
  ///
  /// - Throws: `StoreError.invalidArgument` when `StoreOptions.makeID` gives a replica that has
  ///   written here; as `append`.
  public func mintReplica() throws { try mintReplica(in: nil) }

  /// Notes which replica is known to have created the space of this store, and its key;
  /// and the same of the one who has invited this one.
  package func pin(
    founder: ReplicaID, founderKey: [UInt8], inviter: ReplicaID, inviterKey: [UInt8]
  ) throws {
    let space = space
    try change { scope in
      try scope.pin(founder, founderKey, inviter, inviterKey, of: space)
    }
  }

  /// - Parameter space: the space to write in; nil for that of the old replica.
  package func mintReplica(in space: UUID?) throws {
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
    readers.identify(store)
  }
}
