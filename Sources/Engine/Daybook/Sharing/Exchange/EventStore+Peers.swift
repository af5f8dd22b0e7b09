extension EventStore {
  /// The wall clock that the store was opened with.
  package func now() -> Date { options.now() }

  /// After so many seconds without a word a peer is waited for no more.
  package static var peerPatience: Double { ConsumerRecord.patience }

  /// Notes how far a peer is, and what it has: what it lacks is not purged, until it is silent for
  /// 90 days. How far it is never goes back.
  ///
  /// - Parameter isAnswered: whether it has told of all that was handed to it.
  package func notePeer(
    _ name: String, through number: UInt64, has vector: VersionVector, isAnswered: Bool = true
  ) throws {
    let now = now()
    try change { scope in
      var record = try scope.reader.consumer(name) ?? ConsumerRecord(transaction: 0)
      // To the day: a word that changes nothing else is not worth a commit.
      let isRecent = record.heard.map { now.timeIntervalSince($0) < 86_400 } ?? false
      let isTold = !isAnswered || record.handed == VersionVector()
      if record.transaction >= number, record.vector == vector, isRecent, isTold { return }
      record.transaction = max(record.transaction, min(number, scope.heads.transactions))
      record.heard = now
      record.vector = vector
      if isAnswered { record.handed = VersionVector() }
      try scope.storeConsumer(name, record)
      scope.hasChanges = true
    }
  }

  /// Notes that a peer which is known may have this store's own transactions up to one from now on:
  /// they are handed over next, and the answer may be lost.
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
  /// The peers that were noted, and what each has of what is here, by what it said last.
  package func peers() throws -> [(name: String, vector: VersionVector)] {
    try log.consumers().filter { $0.record.heard != nil }.map { ($0.name, $0.record.vector) }
  }

  /// How many transactions this store wrote as earlier replicas that no peer is noted to have and
  /// no exchange sends, because the key that would sign them is gone, or that nobody takes in,
  /// because the replica was minted anew before it was enrolled.
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

  /// Whether no member of the space is a replica that is not this store's own any more.
  package func isNobodys(_ replica: ReplicaID) throws -> Bool {
    guard let space = try space() else { return false }
    return try replica != self.replica() && space.members[replica] == nil
  }
}
