extension EventStore {
  /// The wall clock that the store was opened with.
  package func now() -> Date { options.now() }

  /// Notes how far a peer is: what it lacks is not purged. It never goes back.
  package func notePeer(_ name: String, through number: UInt64) throws {
    try change { scope in
      let known = try scope.reader.consumer(name)?.transaction
      if let known, known >= number { return }
      let through = min(number, scope.heads.transactions)
      try scope.storeConsumer(name, ConsumerRecord(transaction: through))
      scope.hasChanges = true
    }
  }
}
