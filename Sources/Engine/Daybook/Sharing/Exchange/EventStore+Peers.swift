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

  /// Notes that a known peer may have a replica's transactions up to those of its head from now on:
  /// they are handed over next, with those of the other heads, and the peer's answer may be lost.
  ///
  /// - Returns: whether they may be handed over; false when some were written again since they were
  ///   signed, which this store may have done as another replica.
  package func noteHanded(
    to name: String, through heads: [SignedHead], of own: ReplicaID
  ) throws -> Bool {
    try change { scope in
      for head in heads {
        let dot = head.dot
        guard let replica = try scope.reader.number(of: dot.replica),
          try scope.reader.head(replica, dot.sequence)?.chain == head.chain
        else { return false }
      }
      guard let last = heads.first(where: { $0.dot.replica == own })?.dot,
        var record = try scope.reader.consumer(name), record.handed[own] < last.sequence
      else { return true }
      record.handed[own] = last.sequence
      try scope.storeConsumer(name, record)
      scope.hasChanges = true
      return true
    }
  }

  /// Notes that a place has none of a replica's transactions after one any more: they are withdrawn
  /// from it next. What is handed to it meanwhile is noted anew.
  package func noteWithdrawal(
    from name: String, of own: ReplicaID, beyond last: UInt64
  ) throws {
    try change { scope in
      guard var record = try scope.reader.consumer(name),
        let replica = try scope.reader.number(of: own),
        let first = try scope.reader.number(replica: replica, sequence: last + 1)
      else { return }
      record.transaction = min(record.transaction, first - 1)
      record.vector[own] = min(record.vector[own], last)
      try scope.storeConsumer(name, record)
      scope.hasChanges = true
    }
  }
}
