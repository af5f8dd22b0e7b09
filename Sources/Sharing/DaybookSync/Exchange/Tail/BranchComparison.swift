internal import Daybook

/// How far a peer's transactions of this store are the same as here, and whether others follow.
struct CommonPart {
  let sequence: UInt64
  let isForked: Bool
  /// When the first of the others was written, by their writer's clock.
  var parting: HybridTime?
}

extension Replication {
  /// Finds how far the peer, or another peer, has the same transactions of a replica as this store,
  /// signed by their writer.
  func commonPart(
    of replica: ReplicaID, with peer: some SyncPeer
  ) async throws -> CommonPart {
    try await BranchComparison(self, replica, peer).find()
  }
}

/// Compares what a peer shows of a replica that this store wrote as with what is here.
private struct BranchComparison<Peer: SyncPeer> {
  /// A peer is asked no more after so many pages in a row that showed nothing.
  private static var mostFruitlessPages: Int { 64 }

  private let replication: Replication
  private let replica: ReplicaID
  private let peer: Peer
  /// The transactions that are here.
  private let vector: VersionVector
  /// The last transaction of the replica that is final.
  private let final: UInt64
  /// The last transaction of the replica that another peer is noted to have.
  private let noted: UInt64
  private let isInSpace: Bool
  /// The key that the replica's heads are signed with.
  private let publicKey: [UInt8]
  /// Whether the replica was minted anew before anybody had enrolled it: no member takes in what it
  /// has sent.
  private let isNobodys: Bool

  init(_ replication: Replication, _ replica: ReplicaID, _ peer: Peer) throws {
    (self.replication, self.replica, self.peer) = (replication, replica, peer)
    let space: Space?
    (vector, final, isNobodys, space) = try replication.store.read { reader in
      (
        try reader.versionVector(), try reader.keptFrontier()?.vector[replica] ?? 0,
        try reader.isNobodys(replica), try reader.space()
      )
    }
    let asked = Replication.consumer(peer.name)
    noted =
      isNobodys
      ? 0 : try replication.store.read { try $0.handedOver(of: replica, asking: asked) }
    isInSpace = space != nil
    publicKey = space?.members[replica]?.key ?? replication.key.publicKey
  }

  func find() async throws -> CommonPart {
    let hello = try await greet(from: final)
    let end = min(vector[replica], hello.vector[replica])
    guard end > final else { return CommonPart(sequence: max(final, noted), isForked: false) }
    let start = try await firstShown(through: end, known(to: hello, from: final))
    if start > final { try checkHidden(hello, through: start) }
    let (answer, shown) = try await read(after: start, through: end)
    // There are two branches, and other peers may have either one.
    if shown.hasParted {
      return CommonPart(sequence: shown.common, isForked: true, parting: shown.parting)
    }
    let shownEnd = shown.chain.sequence
    guard shownEnd >= end || peer.refusesNothing && isInSpace else {
      throw SyncError(
        .badSignature,
        "\(peer.name) says to have \(end) transactions of this store and shows \(shownEnd) that are signed; exchange with another peer",
        dot: Dot(replica: replica, sequence: end))
    }
    let takenIn = try takenIn(shown: shownEnd, answer)
    return CommonPart(sequence: takenIn ?? max(end, noted), isForked: false)
  }

  /// Asks the peer what it has beyond a transaction. A folder hands over each file once until it
  /// is greeted again.
  private func greet(from start: UInt64) async throws -> Hello {
    var known = vector
    known[replica] = start
    return try await peer.hello(replication.greeting(having: known))
  }

  /// The vector to ask with, so that the peer sends nothing of other writers.
  private func known(to hello: Hello, from start: UInt64) -> VersionVector {
    var known = vector
    known.merge(hello.vector)
    known[replica] = start
    return known
  }

  /// Reads what the peer shows, until it parts from what is here.
  private func read(
    after start: UInt64, through end: UInt64
  ) async throws -> (answer: Hello, shown: ShownBranch) {
    let answer = try await greet(from: start)
    var known = known(to: answer, from: start)
    let store = replication.store
    var shown = ShownBranch(
      chain: try replication.store.chain(through: Dot(replica: replica, sequence: start)))
    var fruitless = 0
    while shown.chain.sequence < end, !shown.hasParted, fruitless < Self.mostFruitlessPages {
      let page = try await peer.pull(known, limit: replication.limit)
      let before = shown.chain.sequence
      try shown.extend(by: page, of: replica, signedBy: publicKey) { dot in
        try store.read { try $0.message(of: dot) }
      }
      known[replica] = shown.chain.sequence
      fruitless = shown.chain.sequence == before ? fruitless + 1 : 0
      if fruitless > 0, !page.hasMore { break }
    }
    return (answer, shown)
  }

  /// Checks that what the peer has purged was the same as here, by the heads that it still shows.
  private func checkHidden(_ hello: Hello, through sequence: UInt64) throws {
    for head in hello.heads
    where head.dot.replica == replica && head.dot.sequence <= sequence {
      if let chain = try replication.store.knownChain(through: head.dot), chain.hash != head.chain {
        throw Replication.isFinal(.forkedReplica, head.dot)
      }
    }
  }

  /// The transaction after which the peer shows those of the replica; it may have purged the ones
  /// before.
  private func firstShown(
    through last: UInt64, _ known: VersionVector
  ) async throws -> UInt64 {
    let single = PageLimit(transactions: 1, bytes: replication.limit.bytes)
    func isShown(after sequence: UInt64) async throws -> Bool {
      var known = known
      known[replica] = sequence
      do { _ = try await peer.pull(known, limit: single) } catch let error as SyncError
        where error.code == .needsSnapshot
      {
        return false
      }
      return true
    }
    if try await isShown(after: final) { return final }
    var (hidden, shown) = (final, last)
    while shown - hidden > 1 {
      let middle = hidden + (shown - hidden) / 2
      if try await isShown(after: middle) { shown = middle } else { hidden = middle }
    }
    return shown
  }

  /// In a mere place, the last transaction that some member has taken in, or will when it reads the
  /// place. No member takes in what is too far ahead of its clock, or signed with another key. Nil
  /// for any other peer.
  private func takenIn(shown end: UInt64, _ hello: Hello) throws -> UInt64? {
    guard peer.refusesNothing,
      let others = try replication.othersVectors(among: hello.others)
    else { return nil }
    let told = others.map { $0.vector[replica] }.max() ?? 0
    if isNobodys { return told }
    let now = replication.store.now()
    return try replication.store.read { reader in
      let reached = try reader.lastOwn(withinReachOf: now)
      let readable = replica == reached.replica ? min(end, reached.sequence) : end
      let noted = try reader.handedOver(of: replica, except: Replication.consumer(peer.name))
      return max(readable, told, noted)
    }
  }
}
