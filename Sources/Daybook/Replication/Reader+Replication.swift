internal import LMDB

extension Reader {
  /// What this store has of its space.
  ///
  /// Cost: one look-up a writer.
  ///
  /// - Throws: a `StoreError`.
  public func versionVector() throws -> VersionVector {
    log.trace?.noteLog()
    var vector = VersionVector()
    try log.forEachReplica { number, record in
      vector[record.id] = try log.newestSequence(number)
    }
    return vector
  }

  /// The first transactions that a peer lacks, in the order in which they came here.
  ///
  /// What came from others is passed on as well, so that any peer can get all from any other.
  ///
  /// Cost: one look-up a writer, then one a transaction from the oldest that the peer lacks.
  ///
  /// - Parameters:
  ///   - peer: what the peer has. What it has and this store lacks does not matter.
  ///   - limit: how much goes into the page.
  /// - Throws: `StoreError.expiredToken` when something that the peer lacks was purged here: it
  ///   needs a snapshot; `damaged`.
  public func page(
    lackedBy peer: VersionVector, limit: TransactionPage.Limit = .standard
  ) throws -> TransactionPage {
    log.trace?.noteLog()
    var page = TransactionPage(messages: [])
    guard let first = try firstLacked(by: peer) else { return page }
    var writer = PayloadWriter(capacity: 1024)
    var bytes = 0
    let ids = try log.replicaIDs()
    for number in first...(try head()) {
      let record = try log.existing(number)
      guard let replica = ids[record.replica] else {
        throw StoreError(.damaged, "replica \(record.replica) is missing; \(StoreError.remedy)")
      }
      if peer[replica] >= record.sequence { continue }
      writer.truncate()
      _ = try TransactionMessage.write(number, log, into: &writer)
      let isFull =
        page.messages.count == limit.transactions
        || !page.messages.isEmpty && bytes + writer.count > limit.bytes
      if isFull {
        page.hasMore = true
        break
      }
      bytes += writer.count
      page.messages.append(writer.array)
    }
    return page
  }

  /// The number of the oldest transaction that a peer lacks; nil when it has all.
  private func firstLacked(by peer: VersionVector) throws -> UInt64? {
    let purged = try purged()
    var first: UInt64?
    try log.forEachReplica { number, record in
      let next = peer[record.id].successor
      guard try next <= log.newestSequence(number) else { return }
      guard let found = try log.number(replica: number, sequence: next), found > purged else {
        throw StoreError(
          .expiredToken,
          "transaction \(Dot(replica: record.id, sequence: next)), which the peer lacks, was purged; it needs a snapshot"
        )
      }
      first = min(first ?? found, found)
    }
    return first
  }
}
