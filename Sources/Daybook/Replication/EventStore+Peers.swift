extension EventStore {
  /// The wall clock that the store was opened with.
  package func now() -> Date { options.now() }

  /// After so many seconds without a word a peer is waited for no more.
  package static var peerPatience: Double { ConsumerRecord.patience }

  /// Notes how far a peer is: what it lacks is not purged, until it is silent for 90 days. It never
  /// goes back.
  package func notePeer(_ name: String, through number: UInt64) throws {
    let now = now()
    try change { scope in
      var record = try scope.reader.consumer(name) ?? ConsumerRecord(transaction: 0)
      // To the day: a word that changes nothing else is not worth a commit.
      let isRecent = record.heard.map { now.timeIntervalSince($0) < 86_400 } ?? false
      if record.transaction >= number, isRecent { return }
      record.transaction = max(record.transaction, min(number, scope.heads.transactions))
      record.heard = now
      try scope.storeConsumer(name, record)
      scope.hasChanges = true
    }
  }
}
