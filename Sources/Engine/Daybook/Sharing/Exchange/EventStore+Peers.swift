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
