extension Reader {
  /// The transactions of its space that this store has.
  ///
  /// Cost: O(1) but for the first time after a commit: then some look-ups a writer.
  ///
  /// - Throws: a `StoreError`.
  public func versionVector() throws -> VersionVector {
    log.trace?.noteLog()
    return try state?.versionVector(log) ?? log.versionVector()
  }

  /// The last transaction of a writer that is here; 0 when none is. One look-up.
  package func newest(of replica: ReplicaID) throws -> UInt64 {
    try log.number(of: replica).map(log.newestSequence) ?? 0
  }

  /// The first transactions that a peer lacks, in the order in which they came here.
  ///
  /// This store passes on what came from others, so a peer can get everything from any other. It
  /// sends of other writers only what they have signed: the page ends where each of them has
  /// signed its last transaction in it, even when that is beyond the limit. This store's own
  /// transactions are signed later, so the page may end after any of them.
  ///
  /// Cost: one look-up a writer, then one a transaction from the oldest that the peer lacks.
  ///
  /// - Parameters:
  ///   - peer: the transactions that the peer has; those that this store lacks do not matter.
  ///   - limit: how much goes into the page.
  /// - Throws: `StoreError.expiredToken` when something that the peer lacks was purged here, so
  ///   that it needs a snapshot; `damaged`.
  package func page(
    lackedBy peer: VersionVector, limit: PageLimit = .standard
  ) throws -> TransactionPage {
    log.trace?.noteLog()
    var page = TransactionPage()
    guard let first = try firstLacked(by: peer) else { return page }
    var writer = PayloadWriter(capacity: 1024)
    var signatures = PageSignatures(own: try LogCounters(log.transaction, log.tables).replica)
    // How many messages are in it up to the last place where it may end.
    var (bytes, end) = (0, 0)
    let ids = try log.replicaIDs()
    for number in first...(try newestNumber()) {
      let record = try log.existing(number)
      guard let replica = ids[record.replica] else {
        throw StoreError(.damaged, "replica \(record.replica) is missing; \(StoreError.remedy)")
      }
      if try peer[replica] >= record.sequence || !signatures.cover(record, log) { continue }
      writer.truncate()
      _ = try TransactionMessage.write(number, log, into: &writer)
      let isFull = page.messages.count >= limit.transactions || bytes + writer.count > limit.bytes
      if isFull, end > 0 {
        page.hasMore = true
        break
      }
      bytes += writer.count
      page.messages.append(writer.array)
      page.dots.append(Dot(replica: replica, sequence: record.sequence))
      if try signatures.canEnd(after: record, log) { end = page.messages.count }
    }
    page.messages.removeSubrange(end...)
    page.dots.removeSubrange(end...)
    return page
  }

  /// The number of the oldest transaction that a peer lacks; nil when it has all.
  func firstLacked(by peer: VersionVector) throws -> UInt64? {
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

extension Reader {
  /// The newest head of a writer up to a transaction; nil when there is none.
  package func head(of replica: ReplicaID, through sequence: UInt64) throws -> SignedHead? {
    guard let number = try log.number(of: replica) else { return nil }
    var found: SignedHead?
    try log.forEachHead(of: number, through: sequence) {
      found = $0
      return false
    }
    return found
  }

  /// The heads of a writer up to a transaction, oldest first.
  package func heads(of replica: ReplicaID, through sequence: UInt64) throws -> [SignedHead] {
    guard let number = try log.number(of: replica) else { return [] }
    var found: [SignedHead] = []
    try log.forEachHead(of: number, through: sequence) {
      found.append($0)
      return true
    }
    return found.reversed()
  }

  /// The transaction with a dot as a message; nil when it is not here, or was purged.
  package func message(of dot: Dot) throws -> [UInt8]? {
    guard let replica = try log.number(of: dot.replica),
      let number = try log.number(replica: replica, sequence: dot.sequence)
    else { return nil }
    return try message(of: number)
  }
}

extension Reader {
  /// The replicas that this store has written as, without those whose newest transaction it got
  /// back from a peer.
  package func replicasWrittenHere() throws -> [ReplicaID] {
    let own = try LogCounters(log.transaction, log.tables).replica
    var found: [ReplicaID] = []
    try log.forEachReplica { number, row in
      if let isRemote = try isNewestRemote(number), number == own || !isRemote {
        found.append(row.id)
      }
    }
    return found
  }

  /// Whether a replica's newest transaction was written here.
  package func isWrittenHere(_ replica: ReplicaID) throws -> Bool {
    guard let number = try log.number(of: replica) else { return false }
    return try isNewestRemote(number) == false
  }

  /// Whether a replica's newest transaction came from a peer; nil when there is none, or it was
  /// purged.
  private func isNewestRemote(_ replica: UInt32) throws -> Bool? {
    let newest = try log.newestSequence(replica)
    guard let last = try log.number(replica: replica, sequence: newest),
      let record = try log.record(last)
    else { return nil }
    return record.flags & TransactionRecord.isRemote != 0
  }

  /// The last transaction of a replica that some peer has: because it said so, or because this
  /// store handed the transaction over and no answer came. 0 when there is none.
  ///
  /// - Parameters:
  ///   - left: the consumer of a peer that is left out.
  ///   - asked: the consumer of a peer that is being asked what it has: what it was handed does not
  ///     count.
  package func handedOver(
    of replica: ReplicaID, except left: String? = nil, asking asked: String? = nil
  ) throws -> UInt64 {
    let handed = try log.consumers().filter { $0.name != left && $0.name != asked }
      .map { $0.record.handed[replica] }
    return max(try acknowledged(of: replica, except: left), handed.max() ?? 0)
  }

  /// The last transaction of a replica that some peer has said to have; 0 when there is none.
  ///
  /// - Parameter left: the consumer of a peer that is left out.
  package func acknowledged(of replica: ReplicaID, except left: String? = nil) throws -> UInt64 {
    guard let number = try log.number(of: replica) else { return 0 }
    let peers = try log.consumers().filter { $0.record.heard != nil && $0.name != left }
    let bound = peers.map(\.record.transaction).max() ?? 0
    // The last that the farthest peer has; local numbers rise with sequences.
    var (low, high) = (UInt64(0), try log.newestSequence(number))
    while low < high {
      let middle = high - (high - low) / 2
      let isBeyond = try log.number(replica: number, sequence: middle) ?? 0 > bound
      if isBeyond { high = middle - 1 } else { low = middle }
    }
    // A peer that lacks an earlier transaction of another writer may have this one all the same.
    return max(low, peers.map { $0.record.vector[replica] }.max() ?? 0)
  }

  /// The last transaction of this store's replica that is not too far ahead of a clock. Those that
  /// were purged are not. The times of a replica rise with its sequences.
  package func lastOwn(withinReachOf wall: Date) throws -> Dot {
    let counters = try LogCounters(log.transaction, log.tables)
    var sequence = counters.sequence
    while sequence > 0,
      let number = try log.number(replica: counters.replica, sequence: sequence),
      let record = try log.record(number),
      record.time.impossibleLead(over: wall) != nil
    {
      sequence -= 1
    }
    return Dot(replica: try log.replica(counters.replica), sequence: sequence)
  }

  /// The time of the log's clock, which all that is written here comes after, when that is more
  /// than a day ahead of a clock; nil otherwise. O(1).
  package func logClock(aheadOf wall: Date) throws -> Date? {
    let time = try LogCounters(log.transaction, log.tables).time
    return time.impossibleLead(over: wall) == nil ? nil : time.date
  }

  /// The time in the stamp of a transaction; nil for one that is not there.
  package func stampTime(of dot: Dot) throws -> Date? {
    guard let replica = try log.number(of: dot.replica),
      let number = try log.number(replica: replica, sequence: dot.sequence)
    else { return nil }
    return try log.record(number)?.time.date
  }
}

/// The signatures over the transactions of a page that is being read.
private struct PageSignatures {
  /// This store's own replica, which signs the page when it leaves.
  let own: UInt32
  /// The last transaction of each writer that it has signed.
  private var signed: [UInt32: UInt64] = [:]
  /// The writers whose last transaction in the page is not signed.
  private var open: Set<UInt32> = []

  init(own: UInt32) { self.own = own }

  /// Whether the writer of a transaction has signed it, or one after it.
  mutating func cover(_ record: TransactionRecord, _ log: LogReader) throws -> Bool {
    if record.replica == own { return true }
    let newest = try signed[record.replica] ?? log.newestHead(of: record.replica)
    signed[record.replica] = newest
    return record.sequence <= newest
  }

  /// Whether the page may end after a transaction that goes into it.
  mutating func canEnd(after record: TransactionRecord, _ log: LogReader) throws -> Bool {
    let isSigned =
      try record.replica == own || log.head(record.replica, record.sequence)?.isSigned == true
    if isSigned { open.remove(record.replica) } else { open.insert(record.replica) }
    return open.isEmpty
  }
}
