import Daybook

extension EventStore {
  /// Takes in messages as an exchange does: in one commit, each writer's as a whole or not at all.
  ///
  /// What the exchange does with keys is left out: of each writer's messages those before the first
  /// that cannot be read are taken, and a head stands for them that nobody has signed. The engine
  /// keeps heads, and does not look at what they are made of.
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
    let heads = last.values.map {
      SignedHead(dot: $0, chain: [UInt8](repeating: 7, count: 32), signature: [2])
    }
    return try absorb(arrivals, heads: heads, durability: durability)
  }

  /// The next page of another store that this one lacks.
  func page(from other: EventStore, limit: PageLimit = .standard) throws -> TransactionPage {
    let known = try read { try $0.versionVector() }
    return try other.read { try $0.page(lackedBy: known, limit: limit) }
  }
}
