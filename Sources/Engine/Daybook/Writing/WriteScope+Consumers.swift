extension WriteScope {
  /// Moves a consumer on, in the transaction that is being written.
  mutating func storeConsumer(_ name: String, _ record: ConsumerRecord) throws {
    invariant(
      record.transaction <= counters.transactions,
      "consumer \(name) is done with transaction \(record.transaction), which is not there")
    record.encode(into: &rows.buffers.scratch)
    try MetaKey.consumer(name).withBytes {
      try rows.putScratch(tables.meta, $0)
    }
  }

  /// Stores how far the consumer of the draft is, if one wrote it.
  mutating func storeConsumed() throws {
    guard let (name, transaction) = draft.consumed else { return }
    draft.consumed = nil
    hasChanges = true
    try storeConsumer(name, ConsumerRecord(transaction: transaction))
  }
}
