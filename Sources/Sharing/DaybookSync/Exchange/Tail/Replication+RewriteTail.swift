internal import Daybook

extension Replication {
  /// Writes again, as a new replica, what this store wrote and nobody else takes in or has.
  ///
  /// An exchange does that by itself for the first two of the four cases in which what this store
  /// wrote stays on it alone:
  /// - a copy of it, with key and guard, writes on as the same replica, and the peer has the
  ///   copy's transactions under this store's dots (`badChain`, `forkedReplica`);
  /// - its clock was more than a day ahead, and is right by now (`clockAhead`): these
  ///   transactions get times from now on;
  /// - its key is lost, or it was restored, and the device that it is restored from is gone
  ///   (`wasMinted`, and the peer lacks what its earlier replica wrote). A person has to know.
  ///   Do it before an owner enrols the store, or before it writes: a replica that has written
  ///   is minted anew;
  /// - it was revoked, and an owner enrols it again: what it wrote in vain then counts.
  ///
  /// Order, events and places in the history stay. Tokens that are kept elsewhere are refused
  /// (`foreignToken`), and an owner has to enrol the store anew. The next exchange takes in the
  /// other branch.
  ///
  /// Ask the peer that most others exchange with: what somebody else has, of whom this store does
  /// not know it, counts twice from then on, until an owner revokes the earlier replica.
  ///
  /// - Returns: how many transactions were written again; with none, nothing is changed, as when
  ///   the next exchange sends all that the peer lacks.
  /// - Throws: `SyncError.badSignature` when the peer says to have what it does not show; `peer`
  ///   when it has nothing of the space; `newerMessage` when it exchanges otherwise;
  ///   `StoreError.invalidArgument` when one was purged, is final, or says something about the
  ///   space; what the peer throws. Nothing is changed then.
  @discardableResult
  public func rewriteTail(lackedBy peer: some SyncPeer) async throws -> Int {
    let peer = AskedPeer(peer)
    let own = try replica()
    var kept = try vector()
    try await requireSpace(at: peer)
    let (replicas, members, reached) = try store.read { [now = store.now()] reader in
      (
        try reader.replicasWrittenHere(), try reader.space()?.members,
        try reader.lastOwn(withinReachOf: now).sequence
      )
    }
    // What the next exchange sends is no reason.
    var sent = kept
    for replica in replicas {
      let common = try await commonPart(of: replica, with: peer)
      // What counts for nobody cannot count twice, whoever has it.
      let revoked = members?[replica]?.revokedThrough ?? .max
      kept[replica] = min(common.sequence, revoked)
      if replica != own || common.isForked || min(reached, revoked) < sent[own] {
        sent[replica] = kept[replica]
      }
    }
    if try store.countTail(beyond: sent) == 0 { return 0 }
    return try await rewriteTail(of: own, beyond: kept, at: peer)
  }

  /// Whoever has nothing of a space cannot tell what its members have.
  func requireSpace(at peer: some SyncPeer) async throws {
    guard let founder = try store.read({ try $0.space()?.founder }) else { return }
    let own = try hello()
    let answer = try await peer.hello(own)
    if let error = answer.misunderstanding(with: own) { throw error }
    if answer.vector[founder] > 0 { return }
    throw SyncError(
      .peer,
      "\(peer.name) has nothing of this space, so it cannot tell what others have; name the one that they exchange with"
    )
  }

  /// The same, of one replica alone, as which this store writes, beyond what the holder of a key
  /// has signed: that is known here, whatever a peer says to have.
  func rewriteTail(
    of own: ReplicaID, unsignedBy publicKey: [UInt8], at peer: some SyncPeer
  ) async throws -> Int {
    var kept = try vector()
    kept[own] = try lastSigned(of: own, by: publicKey)
    return try await rewriteTail(of: own, beyond: kept, at: peer)
  }

  /// The last transaction of a replica that a head of the holder of a key stands for; 0 when none
  /// does.
  private func lastSigned(of replica: ReplicaID, by publicKey: [UInt8]) throws -> UInt64 {
    try store.read { reader in
      var next = try reader.head(of: replica, through: .max)
      while let head = next {
        if head.isSigned(by: publicKey, space: store.space) { return head.dot.sequence }
        next = try reader.head(of: replica, through: head.dot.sequence - 1)
      }
      return 0
    }
  }

  func rewriteTail(
    of own: ReplicaID, beyond kept: VersionVector, at peer: some SyncPeer
  ) async throws -> Int {
    let last = Dot(replica: own, sequence: kept[own])
    // Before anything is taken from the peer.
    if try store.countTail(beyond: kept) == 0 { return 0 }
    // What a folder has under these names is perhaps another one's, who wrote other ones. If this
    // is killed before they are written again, they are put there once more.
    try await peer.withdraw(beyond: last) { try knownChain(through: $0)?.hash == $1 }
    let count = try store.rewriteTail(of: own, beyond: kept, keeping: head(through: last))
    if count > 0 { try keyGuard.note(replica(), 0) }
    return count
  }

  /// What vouches for the part that stays, which ends where nothing was signed perhaps.
  private func head(through dot: Dot) throws -> [SignedHead] {
    let (kept, member) = try store.read { reader in
      (
        try reader.head(of: dot.replica, through: dot.sequence),
        try reader.space()?.members[dot.replica]
      )
    }
    // Where another has signed it, this store's key says nothing.
    if dot.sequence == 0 || kept?.dot == dot || member.map({ $0.key != key.publicKey }) ?? false {
      return []
    }
    return [try SignedHead(chain(through: dot), dot.replica, space: store.space, key)]
  }
}
