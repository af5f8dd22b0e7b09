#if Sync
  internal import Daybook

  extension Replication {
    /// After so many pages in a row that show nothing, a peer is asked for no more.
    private static let mostFruitlessPages = 64

    /// Writes again, as a new replica, what this store wrote and nobody else takes in or has.
    ///
    /// Call it when what this store wrote stays on it alone:
    /// - a copy of it, with key and guard, writes on as the same replica, and the peer has the
    ///   copy's transactions under this store's dots (`badChain`, `forkedReplica`);
    /// - its clock was more than a day ahead, and is right by now (`clockAhead`): these
    ///   transactions get times from now on;
    /// - its key is lost, or it was restored, and the device that it is restored from is gone
    ///   (`wasMinted`, and the peer lacks what its earlier replica wrote).
    ///
    /// Order, events and places in the history stay. Tokens that are kept elsewhere are refused
    /// (`foreignToken`), and an owner has to enrol the store anew. The next exchange takes in the
    /// other branch.
    ///
    /// Ask the peer that most others exchange with: what somebody else has, of whom this store does
    /// not know it, counts twice from then on, until an owner revokes the earlier replica.
    ///
    /// - Returns: how many transactions were written again; with none, nothing is changed.
    /// - Throws: `SyncError.badSignature` when the peer says to have what it does not show;
    ///   `StoreError.invalidArgument` when one was purged, is final, or says something about the
    ///   space; what the peer throws. Nothing is changed then.
    @discardableResult
    public func rewriteTail(lackedBy peer: some SyncPeer) async throws -> Int {
      var kept = try vector()
      var heads: [SignedHead] = []
      for replica in try store.read({ try $0.replicasWrittenHere() }) {
        kept[replica] = try await common(of: replica, with: peer)
        if let head = try head(of: replica, through: kept[replica]) { heads.append(head) }
      }
      let count = try store.rewriteTail(beyond: kept, keeping: heads)
      if count > 0 { try keyGuard.note(replica(), 0) }
      return count
    }

    /// What vouches for the part that stays, which ends where nothing was signed perhaps.
    private func head(of replica: ReplicaID, through sequence: UInt64) throws -> SignedHead? {
      guard sequence > 0, try replica == self.replica() else { return nil }
      let dot = Dot(replica: replica, sequence: sequence)
      return try SignedHead(chain(through: dot), replica, space: store.space, key)
    }

    /// The last transaction of a replica up to which the peer has the same ones, as their writer
    /// signed them, or another peer has them.
    private func common(
      of replica: ReplicaID, with peer: some SyncPeer
    ) async throws -> UInt64 {
      let (own, final, noted, member) = try store.read { reader in
        (
          try reader.versionVector(), try reader.keptFrontier()?.vector[replica] ?? 0,
          try reader.acknowledged(of: replica), try reader.space()?.members[replica]
        )
      }
      var known = own
      known[replica] = final
      let hello = try await peer.hello(
        Hello(space: store.space, replica: self.replica(), vector: known, time: store.now()))
      known.merge(hello.vector)
      known[replica] = final
      let end = min(own[replica], hello.vector[replica])
      guard end > final else { return max(final, noted) }
      var shown = ShownBranch(chain: try chain(through: Dot(replica: replica, sequence: final)))
      var fruitless = 0
      while shown.chain.sequence < end, !shown.hasParted, fruitless < Self.mostFruitlessPages {
        let page = try await peer.pull(known, limit: limit)
        let before = shown.chain.sequence
        try shown.take(page, of: replica, signedBy: member?.key ?? key.publicKey) { dot in
          try store.read { try $0.message(of: dot) }
        }
        known[replica] = shown.chain.sequence
        fruitless = shown.chain.sequence == before ? fruitless + 1 : 0
        if fruitless > 0, !page.hasMore { break }
      }
      // Two branches: what another peer is noted to have may be the other one, too.
      if shown.hasParted { return shown.common }
      guard shown.chain.sequence >= end else {
        throw SyncError(
          .badSignature,
          "\(peer.name) says to have \(end) transactions of this store and shows \(shown.chain.sequence) that are signed; exchange with another peer",
          dot: Dot(replica: replica, sequence: end))
      }
      return max(end, noted)
    }
  }

  /// What a peer shows of a writer's transactions, compared with those that are here.
  private struct ShownBranch {
    /// What it has shown.
    private(set) var chain: Chain
    /// The last one that is the same here.
    private(set) var common: UInt64
    /// Whether those after it are others.
    var hasParted: Bool { common < chain.sequence }

    init(chain: Chain) {
      self.chain = chain
      common = chain.sequence
    }

    /// Takes a run, if it follows and its writer has signed it; what nobody signed says nothing.
    mutating func take(
      _ page: SyncPage, of replica: ReplicaID, signedBy publicKey: [UInt8],
      stored: (Dot) throws -> [UInt8]?
    ) throws {
      var (next, same) = (chain, common)
      for message in page.messages {
        let arriving = try ArrivingTransaction(message)
        guard arriving.dot.replica == replica, arriving.dot.sequence == next.sequence + 1 else {
          continue
        }
        try next.add(message)
        if same == next.sequence - 1, try stored(arriving.dot) == message { same += 1 }
      }
      let isSigned = page.heads.contains {
        $0.dot == Dot(replica: replica, sequence: next.sequence) && $0.chain == next.hash
          && $0.isSigned(by: publicKey, space: page.space)
      }
      if isSigned { (chain, common) = (next, same) }
    }
  }
#endif
