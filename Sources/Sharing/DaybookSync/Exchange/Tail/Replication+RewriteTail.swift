internal import Daybook

extension Replication {
  /// Writes this store's own tail again as a new replica: what nobody else has or takes in.
  ///
  /// There are four cases in which transactions stay on this store alone. An exchange repairs the
  /// first two by itself:
  /// - a copy of it, with key and guard, writes on as the same replica, and the peer has the
  ///   copy's transactions under this store's dots (`badChain`, `forkedReplica`);
  /// - its clock was more than a day ahead, and is right by now (`clockAhead`): these
  ///   transactions get times from now on;
  /// - its key is lost, or it was restored, and the device that it is restored from is gone
  ///   (`wasMinted`, and the peer lacks what its earlier replica wrote). A person has to know.
  ///   Do it before an owner enrols the store, or before it writes: a replica that has written
  ///   is minted anew;
  /// - it was revoked, and an owner enrols it again: then its void transactions count.
  ///
  /// Order, events and places in the history stay. Tokens that are kept elsewhere are refused
  /// (`foreignToken`), and an owner has to enrol the store anew. The next exchange takes in the
  /// other branch.
  ///
  /// Nobody could enrol the only owner. So what that wrote with a clock that was ahead keeps its
  /// writer and its numbers, with what it says about the space, and only gets times from now on. An
  /// owner whom it enrolled with that clock is none to others, who have not taken that in.
  /// No exchange does that by itself: a person calls this, once the clock is right.
  ///
  /// Name the peer that most members exchange with. When a member has some of the tail, and this
  /// store does not know that, those transactions count twice, until an owner revokes the earlier
  /// replica. A member that has what the only owner's store then writes again takes in nothing more
  /// of that owner, and has to join anew. It is one whose own clock was ahead as well, and that has
  /// not told since what it has.
  ///
  /// - Returns: how many transactions were written again. With 0 nothing has changed, for example
  ///   because the next exchange sends everything that the peer lacks.
  /// - Throws: `SyncError.badSignature` when the peer says to have what it does not show; `peer`
  ///   when it has nothing of the space; `newerMessage` when it exchanges otherwise; `key` and
  ///   `unwritable` of the guard beside the key; of the only owner's `clockAhead` and
  ///   `forkedReplica` when somebody has some of the tail, or may have it, or a member's clock is
  ///   ahead of this one, `copied` when a copy with the same key has sent others, `foreignSpace`
  ///   when the peer has another space; `StoreError.invalidArgument` when one was purged, is final,
  ///   or says something about the space, and of the only owner while it has something of a member
  ///   that is ahead as well, or another exchange is handing some over; what the peer throws. The
  ///   store has what it had then, but for an `unwritable` guard of a new replica; what a folder or
  ///   a hub has taken back comes there again with the next exchange.
  @discardableResult
  public func rewriteTail(lackedBy peer: some SyncPeer) async throws -> Int {
    let peer = AskedPeer(peer)
    let own = try replica()
    var kept = try vector()
    let (replicas, members, reached, isOnlyOwner) = try store.read { [now = store.now()] reader in
      (
        try reader.replicasWrittenHere(), try reader.space()?.members,
        try reader.lastOwn(withinReachOf: now).sequence, try reader.isOnlyOwner(heardAt: now)
      )
    }
    if reached < kept[own], isOnlyOwner {
      return try await rewriteInPlace(beyond: Dot(replica: own, sequence: reached), at: peer)
    }
    try await requireSpace(at: peer)
    // Transactions that the next exchange sends are no reason to write again.
    var sent = kept
    for replica in replicas {
      let common = try await commonPart(of: replica, with: peer)
      // Void transactions cannot count twice, whoever has them.
      let revoked = members?[replica]?.revokedThrough ?? .max
      kept[replica] = min(common.sequence, revoked)
      if replica != own || common.isForked || min(reached, revoked) < sent[own] {
        sent[replica] = kept[replica]
      }
    }
    if try store.countTail(beyond: sent) == 0 { return 0 }
    return try await rewriteTail(of: own, beyond: kept, at: peer)
  }

  /// Throws when the peer has nothing of the space: it cannot tell what the members have.
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

  /// Writes the tail of the store's own replica again, beyond what the holder of a key has signed.
  /// This store knows the end of that itself, so it need not ask the peer.
  func rewriteTail(
    of own: ReplicaID, unsignedBy publicKey: [UInt8], at peer: some SyncPeer
  ) async throws -> Int {
    var kept = try vector()
    kept[own] = try lastSigned(of: own, by: publicKey)
    return try await rewriteTail(of: own, beyond: kept, at: peer)
  }

  /// The last transaction of a replica that the holder of a key has signed; 0 when there is none.
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
    // The folder may have a copy's other transactions under these dots. When the process is killed
    // before the tail is written again, the next exchange puts them there once more.
    try await peer.withdraw(beyond: last) { try store.knownChain(through: $0)?.hash == $1 }
    let count = try store.rewriteTail(
      of: own, beyond: kept, keeping: head(through: last),
      former: KeyStanding(of: store, key).resumed(by: own))
    if count > 0 { try keyGuard.add(replica()) }
    return count
  }

  /// A head for the last transaction that stays, unless there is one.
  private func head(through dot: Dot) throws -> [SignedHead] {
    let (kept, member) = try store.read { reader in
      (
        try reader.head(of: dot.replica, through: dot.sequence),
        try reader.space()?.members[dot.replica]
      )
    }
    // This store's key proves nothing where the replica has another one.
    if dot.sequence == 0 || kept?.dot == dot || member.map({ $0.key != key.publicKey }) ?? false {
      return []
    }
    return [try SignedHead(store.chain(through: dot), dot.replica, space: store.space, key)]
  }
}
