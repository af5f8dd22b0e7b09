@testable import Daybook

extension EventStore {
  /// Takes in messages as an exchange does: in one commit, each writer's as a whole or not at all.
  ///
  /// What the exchange does with keys is left out: of each writer's messages those before the first
  /// that cannot be read are taken, and a head stands for them that no key has signed.
  @discardableResult
  func absorbRuns(
    _ messages: [[UInt8]], durability: Durability = .durable
  ) throws -> AbsorptionReport {
    var (arrivals, broken, last): ([ArrivingTransaction], Set<ReplicaID>, [ReplicaID: Dot]) =
      ([], [], [:])
    for bytes in messages {
      guard let arriving = try? ArrivingTransaction(bytes) else {
        if let dot = Dot(ofMessage: bytes) { broken.insert(dot.replica) }
        continue
      }
      if broken.contains(arriving.dot.replica) { continue }
      arrivals.append(arriving)
      last[arriving.dot.replica] = arriving.dot
    }
    let report = try absorb(arrivals, heads: [], durability: durability)
    let dots = Array(last.values)
    try change { scope in
      defer { scope.discardDraft() }
      let (log, purged) = (scope.reader, scope.counters.purged)
      let space = try log.replicaRecord(scope.counters.replica).space
      scope.draft.signed = try dots.compactMap {
        try Self.head($0, in: space, log, purged: purged)
      }
      try scope.storeSigned()
    }
    return report
  }

  /// The chains up to some transactions, which nobody has signed; zeros for what was purged before
  /// anybody kept a chain.
  func chains(through dots: [Dot]) throws -> [SignedHead] {
    try inspect { scope in
      let (log, purged) = (scope.reader, scope.counters.purged)
      let space = try log.replicaRecord(scope.counters.replica).space
      return try dots.map { dot in
        let head = try Self.head(dot, in: space, log, purged: purged)
        return SignedHead(
          dot: dot, chain: head?.chain ?? [UInt8](repeating: 0, count: 32), signature: [])
      }
    }
  }

  /// The head of a transaction that is here; nil when what its chain goes through was purged.
  private static func head(
    _ dot: Dot, in space: UUID, _ log: LogReader, purged: UInt64
  ) throws -> SignedHead? {
    guard let replica = try log.number(of: dot.replica) else { return nil }
    var chain: WriterChain? = WriterChain(space: space, replica: dot.replica)
    for sequence in 1...dot.sequence {
      if let number = try log.number(replica: replica, sequence: sequence), number > purged,
        let record = try log.record(number)
      {
        try chain?.add(number, record, log)
      } else {
        chain = try log.head(replica, sequence).map { WriterChain($0) }
      }
    }
    return chain.map { SignedHead(dot: dot, chain: $0.hash, signature: [2]) }
  }

  /// The next page of another store that this one lacks.
  func page(from other: EventStore, limit: PageLimit = .standard) throws -> TransactionPage {
    let known = try read { try $0.versionVector() }
    return try other.read { try $0.page(lackedBy: known, limit: limit) }
  }
}
