internal import Daybook

extension Replication {
  /// Gives what the only owner wrote with a clock that was ahead times from now on, and leaves it
  /// its writer and its numbers.
  ///
  /// Two transactions under one number are a fork: whoever has the first takes in neither the
  /// second nor what follows. So nobody may have any of the tail, by what this store has noted of
  /// all peers, and by what the asked one and the members that speak there say.
  ///
  /// - Parameter last: the last transaction that stays as it is.
  func rewriteInPlace(beyond last: Dot, at peer: some SyncPeer) async throws -> Int {
    var kept = try vector()
    kept[last.replica] = last.sequence
    // Before anybody is asked.
    if try store.countTail(beyond: kept, inPlace: true) == 0 { return 0 }
    let own = try hello()
    let answer = try await peer.hello(own)
    if answer.space != own.space {
      throw SyncError(.foreignSpace, "\(peer.name) has another space")
    }
    if let error = answer.misunderstanding(with: own) { throw error }
    let members = try knownSpace()?.space.members
    let told = try (othersVectors(among: answer.others) ?? []).map { said in
      (name: members?[said.replica]?.member ?? peer.name, said: said)
    }
    try checkClocks((answer.time.map { [(peer.name, $0)] } ?? []) + told.map { ($0, $1.time) })
    let first = Dot(replica: last.replica, sequence: last.sequence + 1)
    try checkIsAlone(
      with: try await commonPart(of: last.replica, with: peer), from: first, peer,
      told: told.filter { $0.said.vector.contains(first) }.map(\.name))
    let chain = try store.chain(through: last)
    // The transactions there are this store's own. When the process is killed before the tail is
    // written again, the next exchange puts them there once more. Another exchange that does so
    // meanwhile notes it anew.
    if peer.refusesNothing {
      try store.noteWithdrawal(
        from: Self.consumer(peer.name), of: last.replica, beyond: last.sequence)
    }
    try await peer.withdraw(beyond: last) { try store.knownChain(through: $0)?.hash == $1 }
    return try keyGuard.lower(last.replica, to: chain) {
      try store.rewriteTailInPlace(of: last.replica, beyond: last.sequence)
    } check: {
      try checkLeft($0, last)
    }
  }

  /// Throws when a clock, of the peer or of a member that has greeted it, is ahead of this one:
  /// then this one may be wrong, and what it takes for too far ahead may be what all have.
  private func checkClocks(_ clocks: [(name: String, time: Date)]) throws {
    let now = store.now()
    let ahead = clocks.first { HybridTime($0.time).impossibleLead(over: now) != nil }
    guard let ahead else { return }
    throw SyncError(
      .clockAhead,
      "the clock of \(ahead.name) is more than a day ahead of this device's, so nothing was written again; set the one that is wrong and exchange there, or revoke that device when it is gone, and try again"
    )
  }

  /// Throws when somebody has some of what is to be written again, or may have it.
  ///
  /// - Parameter told: the members who say so there.
  private func checkIsAlone(
    with common: CommonPart, from first: Dot, _ peer: some SyncPeer, told: [String]
  ) throws {
    if common.isForked {
      throw SyncError(
        .forkedReplica,
        "\(peer.name) has what a copy of this store wrote under the same numbers; exchange with it first",
        dot: first)
    }
    // A mere place has whatever this store has put there, until it is withdrawn.
    let peers = try store.read { try $0.holders(of: first.replica, beyond: first.sequence - 1) }
      .compactMap(Self.peer).filter { $0 != peer.name || !peer.refusesNothing }
    var holders = peers + told
    if holders.isEmpty, common.sequence >= first.sequence { holders = [peer.name] }
    guard !holders.isEmpty else { return }
    throw SyncError(
      .clockAhead,
      "\(holders.joined(separator: ", ")) may have some of what this store wrote with a wrong clock, so that stays as it is until its time has come; to write it again sooner, exchange there once more, forget a peer that is gone, and try again",
      dot: first)
  }
}
