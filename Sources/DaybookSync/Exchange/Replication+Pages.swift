#if Sync
  public import Daybook

  extension Replication {
    /// The next transactions that a peer lacks, with what their writers have signed.
    ///
    /// What this store wrote is signed now, and the guard beside the key says so before anybody
    /// gets it.
    ///
    /// - Throws: `SyncError.needsSnapshot` when something that the peer lacks was purged here;
    ///   `key`; a `StoreError`.
    public func page(
      lackedBy peer: VersionVector, limit: TransactionPage.Limit? = nil
    ) async throws -> SyncPage {
      let limit = limit ?? self.limit
      let found = try store.read { reader in
        do { return try reader.signedPage(lackedBy: peer, limit: limit) } catch let error
          as StoreError where error.code == .expiredToken
        {
          throw SyncError(.needsSnapshot, error.message)
        }
      }
      let own = try replica()
      var heads: [SignedHead] = []
      for (replica, run) in found.runs.sorted(by: { $0.key < $1.key }) {
        let last = Dot(replica: replica, sequence: run.upperBound)
        let known = try store.read { try $0.head(of: replica, through: last.sequence) }
        if let known, replica != own || known.dot == last {
          heads.append(known)
        } else if replica == own {
          let head = try SignedHead(chain(through: last), own, space: store.space, key)
          try keyGuard.note(own, head.dot.sequence)
          // Without it, what comes after a purge could not be signed.
          try await store.append { $0.keep([head]) }
          heads.append(head)
        }
      }
      return SyncPage(
        space: store.space, messages: found.page.messages, heads: heads,
        hasMore: found.page.hasMore)
    }

    /// Signs all that an earlier replica of this store wrote, at places that pages can end with.
    func signAll(of replica: ReplicaID) async throws {
      let newest = try vector()[replica]
      var chain = Chain(space: store.space, replica: replica)
      var heads: [SignedHead] = []
      while chain.sequence < newest {
        let next = Dot(replica: replica, sequence: chain.sequence + 1)
        guard let message = try store.read({ try $0.message(of: next) }) else {
          throw SyncError(
            .space, "what this store wrote before it was restored was purged; it cannot be shared",
            dot: next)
        }
        try chain.add(message)
        if chain.sequence == newest || chain.sequence % 256 == 0 {
          heads.append(try SignedHead(chain, replica, space: store.space, key))
        }
      }
      try await store.append { [heads] in $0.keep(heads) }
    }

    /// The chain of a writer up to a transaction, from the last head before it on.
    func chain(through dot: Dot) throws -> Chain {
      let space = store.space
      return try store.read { reader in
        var chain =
          try reader.head(of: dot.replica, through: dot.sequence).map { Chain($0, space: space) }
          ?? Chain(space: space, replica: dot.replica)
        while chain.sequence < dot.sequence {
          let next = Dot(replica: dot.replica, sequence: chain.sequence + 1)
          guard let message = try reader.message(of: next) else {
            throw SyncError(
              .needsSnapshot, "a transaction that a chain goes through was purged", dot: next)
          }
          try chain.add(message)
        }
        return chain
      }
    }
  }
#endif
