extension Reader {
  /// The peers that were noted, and what each said last to have of this store's transactions.
  package func peers() throws -> [(name: String, vector: VersionVector)] {
    try log.consumers().filter { $0.record.heard != nil }.map { ($0.name, $0.record.vector) }
  }

  /// How many transactions that this store wrote as earlier replicas stay on it alone: no peer is
  /// noted to have them, and no exchange sends them, because the key that would sign them is gone,
  /// or no member takes them in, because the replica was minted anew before it was enrolled.
  package func strandedTransactions() throws -> UInt64 {
    let (own, vectors) = (try replica(), try peers().map(\.vector))
    var stranded: UInt64 = 0
    for replica in try replicasWrittenHere() where replica != own {
      guard let number = try log.number(of: replica) else { continue }
      let newest = try log.newestSequence(number)
      if try isNobodys(replica) {
        stranded += newest
        continue
      }
      let sent = max(try log.newestHead(of: number), vectors.map { $0[replica] }.max() ?? 0)
      stranded += newest - min(newest, sent)
    }
    return stranded
  }

  /// How many transactions that this store wrote as the replica that it is nobody else takes in,
  /// because it is no member of the space: minted anew after a wrong clock, or not enrolled yet.
  /// Those that count for nobody since it was revoked are void, which `KnownSpace` counts.
  package func unheardTransactions() throws -> UInt64 {
    let own = try replica()
    guard let space = try space(), space.members[own] == nil else { return 0 }
    return try versionVector()[own]
  }

  /// How many transactions of this store's replica are more than a day ahead of this clock, `now`:
  /// whoever has such a clock takes none of them in. O(1) where there are none.
  package func transactionsAhead(of now: Date) throws -> UInt64 {
    try versionVector()[replica()] - lastOwn(withinReachOf: now).sequence
  }

  /// Whether this store may enrol and revoke, and nobody else may as far as others know: they take
  /// in nothing that is more than a day ahead of this clock, `now`, nor another owner by it.
  package func isOnlyOwner(heardAt now: Date) throws -> Bool {
    let own = try replica()
    guard let space = try space(), space.members[own]?.isOwner == true else { return false }
    if space.isOnlyOwner(own) { return true }
    let last = try lastOwn(withinReachOf: now)
    guard let number = try log.number(of: own),
      let first = try log.number(replica: number, sequence: last.sequence + 1)
    else { return false }
    // Nobody has heard of a space that was created with the wrong clock.
    return log.rules?.space(asOf: first - 1)?.isOnlyOwner(own) ?? true
  }

  /// The peers that have some of a replica's transactions after one, by what they said, or may have
  /// it: it was handed to them, and they have not answered. As consumers of the history.
  package func holders(of replica: ReplicaID, beyond sequence: UInt64) throws -> [String] {
    try log.holders(of: replica, beyond: sequence)
  }

  /// Whether a replica as which this store wrote before is no member of the space.
  package func isNobodys(_ replica: ReplicaID) throws -> Bool {
    guard let space = try space() else { return false }
    return try replica != self.replica() && space.members[replica] == nil
  }
}
