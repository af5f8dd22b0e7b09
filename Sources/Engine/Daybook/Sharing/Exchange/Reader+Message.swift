extension Reader {
  /// The transaction as a message; nil if it never existed or was purged.
  ///
  /// The bytes are a function of what was stored, so every store that holds the transaction gives
  /// the same ones, also where its schema does not know the events.
  public func message(of number: UInt64) throws -> [UInt8]? {
    log.trace?.noteLog()
    var writer = PayloadWriter(capacity: 1024)
    // Of a transaction that was purged, only some events may be left.
    guard try number > purged() else { return nil }
    guard try TransactionMessage.write(number, log, into: &writer) else { return nil }
    return writer.array
  }
}
