extension EventStore {
  /// The wall clock that the store was opened with.
  package func now() -> Date { options.now() }

  /// A purge waits no longer for a peer that was silent for so many seconds.
  package static var peerPatience: Double { ConsumerRecord.patience }

  /// Notes how far a peer is and what it has. A purge leaves what the peer lacks, until it was
  /// silent for 90 days. How far it is never goes back.
  ///
  /// A peer is noted as a consumer of the history, whose record also keeps the peer's vector.
  ///
  /// - Parameter isAnswered: whether the peer has answered to everything that was handed to it.
  package func notePeer(
    _ name: String, through number: UInt64, has vector: VersionVector, isAnswered: Bool = true
  ) throws {
    let now = now()
    try change { scope in
      var record = try scope.reader.consumer(name) ?? ConsumerRecord(transaction: 0)
      // To the day: when nothing else has changed, a later time is not worth a commit.
      let isRecent = record.heard.map { now.timeIntervalSince($0) < 86_400 } ?? false
      let isTold = !isAnswered || record.handed == VersionVector()
      if record.transaction >= number, record.vector == vector, isRecent, isTold { return }
      record.transaction = max(record.transaction, min(number, scope.counters.transactions))
      record.heard = now
      record.vector = vector
      if isAnswered { record.handed = VersionVector() }
      try scope.storeConsumer(name, record)
      scope.hasChanges = true
    }
  }

  /// Notes that a known peer may have this store's own transactions up to `dot` from now on: they
  /// are handed over next, and the peer's answer may be lost.
  package func noteHanded(to name: String, through dot: Dot) throws {
    try change { scope in
      guard var record = try scope.reader.consumer(name),
        record.handed[dot.replica] < dot.sequence
      else { return }
      record.handed[dot.replica] = dot.sequence
      try scope.storeConsumer(name, record)
      scope.hasChanges = true
    }
  }
}

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

  /// Whether a replica as which this store wrote before is no member of the space.
  package func isNobodys(_ replica: ReplicaID) throws -> Bool {
    guard let space = try space() else { return false }
    return try replica != self.replica() && space.members[replica] == nil
  }
}
