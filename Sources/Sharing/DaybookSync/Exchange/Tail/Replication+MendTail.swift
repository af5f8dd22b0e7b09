internal import Daybook

extension Replication {
  /// Why this store's own tail must be written again, by a peer's answer; nil when it need not.
  ///
  /// - Parameter refusesNothing: whether the peer is a mere place.
  func tail(answered answer: Hello, refusesNothing: Bool) throws -> SyncError? {
    let now = store.now()
    let (own, newest, reached) = try store.read { reader in
      let own = try reader.replica()
      return (
        own, try reader.versionVector()[own], try reader.lastOwn(withinReachOf: now).sequence
      )
    }
    // Where nothing is refused, the other members' greetings must show whose clock is wrong.
    // When theirs are ahead of this clock, or there are none, this clock may be the wrong one.
    if reached < newest, refusesNothing, let others = try othersVectors(among: answer.others),
      others.allSatisfy({ newest > $0.vector[own] }), let time = others.map(\.time).max(),
      HybridTime(time).impossibleLead(over: now) == nil
    {
      return SyncError(
        .clockAhead, "this device's clock was more than a day ahead when it was written",
        dot: Dot(replica: own, sequence: reached + 1))
    }
    for head in answer.heads where head.dot.replica == own && head.dot.sequence <= newest {
      guard let chain = try store.knownChain(through: head.dot), chain.hash != head.chain,
        head.isSigned(by: key.publicKey, space: store.space)
      else { continue }
      return SyncError(
        .forkedReplica, "a copy of this store writes on as the same replica", dot: head.dot)
    }
    return nil
  }

  /// Writes this store's own tail again, when that helps.
  func mendTail(
    _ cause: SyncError, with peer: some SyncPeer
  ) async throws -> SyncSession.Input {
    do {
      // Asked before: afterwards they have other times.
      let clock = try cause.code == .clockAhead ? clockAhead() : nil
      let count = try await rewriteOwnTail(cause, peer)
      return .rewritten(count, try hello(), clock: clock)
    } catch {
      return .rewritten(0, try hello(), try reason(error, cause))
    }
  }

  /// What the clock showed when this store wrote the first of what is too far ahead.
  private func clockAhead() throws -> Date? {
    try store.read { [now = store.now()] reader in
      let last = try reader.lastOwn(withinReachOf: now)
      return try reader.stampTime(of: Dot(replica: last.replica, sequence: last.sequence + 1))
    }
  }

  /// The reason to report when the tail stays as it is.
  ///
  /// - Throws: an error that keeps the store from working.
  private func reason(_ error: any Error, _ cause: SyncError) throws -> SyncError {
    if let error = error as? SyncError, !error.isOfKey { return error }
    guard let error = error as? StoreError, error.code == .invalidArgument else { throw error }
    // The tail may be what enrols another owner.
    let isOnlyOwner = try store.read { [now = store.now()] in try $0.isOnlyOwner(heardAt: now) }
    if cause.code == .clockAhead, isOnlyOwner { return Self.ofOnlyOwner(cause) }
    return SyncError(cause.code, error.message, dot: cause.dot)
  }

  private func rewriteOwnTail(_ cause: SyncError, _ peer: some SyncPeer) async throws -> Int {
    let own = try replica()
    var kept = try vector()
    if cause.code == .clockAhead {
      let reached = try store.read { [now = store.now()] in try $0.lastOwn(withinReachOf: now) }
      // Unless this clock agrees that the tail is too far ahead, the peer's clock is wrong.
      if reached.sequence == kept[own] { return 0 }
      try checkOwners(cause)
    }
    let written = kept[own]
    let common = try await commonPart(of: own, with: peer)
    kept[own] = common.sequence
    if cause.code == .clockAhead {
      guard common.sequence < written else {
        throw SyncError(
          .clockAhead,
          "what this store wrote with a wrong clock stays as it is until that time has come, because another peer than \(peer.name) has it, too, or may have it; forget one that is gone",
          dot: cause.dot)
      }
    } else {
      // A peer that refuses the tail must show another branch.
      guard common.isForked else {
        try checkFinal(cause)
        return 0
      }
      try checkIsNotOnlyOwners(common, of: own, at: peer.name)
      let noted = try store.read {
        try $0.handedOver(of: own, except: Self.consumer(peer.name))
      }
      guard noted <= common.sequence else {
        throw SyncError(
          .forkedReplica,
          "\(peer.name) has what a copy of this store wrote, and other peers what this one did; have another owner revoke the replica \(own) through \(common.sequence), then write again what that leaves out",
          dot: Dot(replica: own, sequence: common.sequence + 1))
      }
    }
    return try await rewriteTail(of: own, beyond: kept, at: peer)
  }

  /// Throws when a copy's transactions are final: this store's own under the same dots then count
  /// for nobody.
  private func checkFinal(_ cause: SyncError) throws {
    let frontier = try store.read { try $0.keptFrontier() }
    guard let dot = cause.dot, frontier?.vector.contains(dot) == true else { return }
    throw Self.isFinal(cause.code, dot)
  }

  static func isFinal(_ code: SyncError.Code, _ dot: Dot) -> SyncError {
    SyncError(
      code,
      "what a copy of this store wrote as the same replica is final; export what only this store has as tables, join anew and import them",
      dot: dot)
  }

  /// Throws when no other owner is left who can enrol this store as a new replica. Its tail can be
  /// written again in place, which a person has to ask for: see `rewriteTail(lackedBy:)`.
  private func checkOwners(_ cause: SyncError) throws {
    if try knownSpace()?.isOnlyOwner == true { throw Self.ofOnlyOwner(cause) }
  }

  /// Throws when a peer shows what the only owner has written again in place: whoever has kept that
  /// could make its store another replica, which is no owner. Nobody takes it in.
  private func checkIsNotOnlyOwners(
    _ common: CommonPart, of own: ReplicaID, at peer: String
  ) throws {
    guard common.parting?.impossibleLead(over: store.now()) != nil,
      try knownSpace()?.isOnlyOwner == true
    else { return }
    throw SyncError(
      .forkedReplica,
      "\(peer) has others under the numbers of what this store wrote, by a clock that was ahead; nobody takes those in, so what is here stays as it is",
      dot: Dot(replica: own, sequence: common.sequence + 1))
  }

  private static func ofOnlyOwner(_ cause: SyncError) -> SyncError {
    SyncError(
      cause.code,
      "what this store wrote with a wrong clock, and what it writes from now on, stays on it alone until that time has come, because it is the only owner of the space and would be none under another name; to share it sooner, write it again with right times, by `sync mint --rewrite` or rewriteTail(lackedBy:)",
      dot: cause.dot)
  }
}
