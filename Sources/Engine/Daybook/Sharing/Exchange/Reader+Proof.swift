internal import LMDB

extension Reader {
  /// The chain of this store's log through a transaction, 32 bytes; nil when it is another
  /// store's, is not there, or was purged before the last one that was.
  ///
  /// Reads and compares all transactions up to it.
  ///
  /// - Throws: `StoreError.damaged` when one of them was changed after it was written.
  package func logChain(through token: History.Token) throws -> [UInt8]? {
    log.trace?.noteLog()
    let counters = try LogCounters(log.transaction, log.tables)
    guard token.store == storeID,
      (counters.purged...counters.transactions).contains(token.transaction)
    else { return nil }
    try log.checkChain(through: token.transaction, counters)
    let chain = try log.chain(through: token.transaction).hash
    return withUnsafeBytes(of: chain) { [UInt8]($0) }
  }

  /// The live rows of every projection that the store holds and that have taken in the whole log,
  /// by name, also of those that the schema does not know.
  package func storedViews() throws -> [String: StoreStanding.View] {
    log.trace?.noteLog()
    let counters = try LogCounters(log.transaction, log.tables)
    let definitions = try ProjectionDefinition.all(counters, log.transaction, log.tables)
    var views: [String: StoreStanding.View] = [:]
    for (state, definition) in zip(counters.projections, definitions) where definition.isLive {
      guard state.live.transaction == counters.transactions else { continue }
      views[definition.name] = StoreStanding.View(
        fingerprint: definition.fingerprint, digest: state.live.digest)
    }
    return views
  }
}
