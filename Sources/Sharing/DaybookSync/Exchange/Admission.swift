internal import Crypto
internal import Daybook
internal import Foundation

/// Decides which runs of a page the store takes in: those of members that are whole and signed.
///
/// The store takes in a writer's run as a whole or not at all, because the head is over the whole
/// and the store could pass on no part of it. A mistake of one writer stops no other.
struct Admission {
  /// One writer's transactions in a page.
  private struct Run {
    let replica: ReplicaID
    var arrivals: [ArrivingTransaction] = []
  }

  /// The transactions to take in, in the order of the page.
  private(set) var arrivals: [ArrivingTransaction] = []
  private(set) var heads: [SignedHead] = []
  private(set) var refused: [SyncError] = []

  private let space: UUID
  private let known: VersionVector
  private let chain: (Dot) throws -> Chain
  private let knownHead: (Dot) throws -> SignedHead?

  /// Checks a page.
  ///
  /// - Parameters:
  ///   - now: the wall clock. A transaction that is a day ahead of it is refused.
  ///   - chain: the chain up to a transaction that the store has.
  init(
    _ page: SyncPage, _ store: EventStore, now: Date, chain: @escaping (Dot) throws -> Chain
  ) throws {
    space = store.space
    known = try store.read { try $0.versionVector() }
    self.chain = chain
    knownHead = { dot in
      try store.read { try $0.head(of: dot.replica, through: dot.sequence) }
    }
    if page.space != space {
      refused = [
        SyncError(.foreignSpace, "the page is of space \(page.space), this store of \(space)")
      ]
      return
    }
    let (runs, order) = sort(page.messages, HybridTime(now).milliseconds)
    try admit(runs, page, store)
    if refused.isEmpty, heads.count == runs.count {
      arrivals = order
    } else {
      let admitted = Set(heads.map(\.dot.replica))
      arrivals = order.filter { admitted.contains($0.dot.replica) }
    }
  }

  /// The runs of a page, and all its transactions in their order. What is malformed is refused.
  private mutating func sort(
    _ messages: [[UInt8]], _ now: Int64
  ) -> (runs: [Run], order: [ArrivingTransaction]) {
    var (runs, places, place): ([Run], [ReplicaID: Int], Int) = ([], [:], 0)
    var order: [ArrivingTransaction] = []
    order.reserveCapacity(messages.count)
    var broken: Set<ReplicaID> = []
    for message in messages {
      do {
        let arriving = try ArrivingTransaction(message)
        let replica = arriving.dot.replica
        order.append(arriving)
        if !broken.isEmpty, broken.contains(replica) { continue }
        // Most often the writer of the message before.
        if runs.isEmpty || runs[place].replica != replica {
          place = places[replica] ?? runs.count
        }
        if place == runs.count {
          places[replica] = place
          runs.append(Run(replica: replica))
        }
        do {
          try check(arriving, after: runs[place].arrivals.last?.dot, now)
        } catch let error as SyncError {
          refused.append(error)
          broken.insert(replica)
          continue
        }
        runs[place].arrivals.append(arriving)
      } catch {
        let dot = Dot(ofMessage: message)
        refused.append(
          (error as? StoreError).map { SyncError($0, dot) }
            ?? SyncError(.malformed, "\(error)", dot: dot))
        if let dot { broken.insert(dot.replica) }
      }
    }
    return (runs.filter { !broken.contains($0.replica) }, order)
  }

  private func check(_ message: ArrivingTransaction, after last: Dot?, _ now: Int64) throws {
    let dot = message.dot
    if message.space != space {
      throw SyncError(
        .foreignSpace, "it is of space \(message.space), this store of \(space)", dot: dot)
    }
    if let hours = message.time.impossibleLead(over: now) {
      throw SyncError(
        .clockAhead,
        "it is \(hours) hours ahead of this device: set the clock of the one that is wrong, and exchange there once it is right",
        dot: dot)
    }
    if let last {
      if dot.sequence - 1 != last.sequence {
        throw SyncError(.gap, "it came after \(last.sequence) of its writer", dot: dot)
      }
      return
    }
    let newest = known[dot.replica]
    if dot.sequence - 1 > newest {
      throw SyncError(.gap, "it came before \(newest + 1) of its writer", dot: dot)
    }
  }

  /// Admits the runs of members: first of those who are known, then of those whom they enrol.
  private mutating func admit(_ runs: [Run], _ page: SyncPage, _ store: EventStore) throws {
    var rest = runs
    var statements: [ArrivingTransaction] = []
    while !rest.isEmpty {
      let space = try store.read { try $0.space(adding: statements) }
      let pin = try store.read { try $0.pinnedFounder() }
      var left: [Run] = []
      var isNew = false
      for run in rest {
        guard let publicKey = key(of: run, space, pin) else {
          left.append(run)
          continue
        }
        isNew = true
        do {
          // Nothing is new in a run that ends within what was purged here.
          guard let head = try verified(run, page, publicKey) else { continue }
          self.heads.append(head)
          statements += run.arrivals.filter(\.hasStatements)
        } catch let error as SyncError {
          refused.append(error)
        }
      }
      rest = left
      if !isNew { break }
    }
    for run in rest {
      refused.append(
        SyncError(
          .notEnrolled, "no owner is known to have enrolled its writer",
          dot: run.arrivals.first?.dot))
    }
  }

  /// The key that a run has to be signed with; nil when nobody has enrolled the writer yet.
  private func key(
    of run: Run, _ space: Space?, _ pin: (replica: ReplicaID, key: [UInt8])?
  ) -> [UInt8]? {
    if let member = space?.members[run.replica] { return member.key }
    // The invitation has told the founder's key.
    guard space == nil, let pin, pin.replica == run.replica, !pin.key.isEmpty else { return nil }
    return pin.key
  }

  /// The head of a run, after checking that its writer has signed it and that the messages lead to
  /// it; nil when all of the run was purged here.
  private func verified(
    _ run: Run, _ page: SyncPage, _ publicKey: [UInt8]
  ) throws -> SignedHead? {
    guard let last = run.arrivals.last?.dot, let first = run.arrivals.first?.dot,
      let head = page.heads.first(where: { $0.dot == last })
    else {
      throw SyncError(
        .badSignature, "its writer's signature is missing", dot: run.arrivals.last?.dot)
    }
    guard head.isSigned(by: publicKey, space: space) else {
      throw SyncError(.badSignature, "its writer's signature does not fit", dot: last)
    }
    guard var chain = try chain(before: first, through: last) else { return nil }
    let (known, made) = (try knownHead(last), page.chains?[run.replica])
    for arriving in run.arrivals where arriving.dot.sequence > chain.sequence {
      try chain.add(arriving.bytes, made: made)
      if chain.sequence == known?.dot.sequence, chain.hash != known?.chain {
        throw SyncError(
          .forkedReplica, "its writer has signed another one under the same number",
          dot: Dot(replica: run.replica, sequence: chain.sequence))
      }
    }
    guard chain.hash == head.chain else {
      // What is here was signed as well, so the writer has two branches.
      throw SyncError(
        .badChain, "it is not what its writer signed, or follows on other ones", dot: last)
    }
    return head
  }

  /// The chain that a run goes on from: the one before its first transaction or, when that was
  /// purged here, the one up to the newest transaction here. Nil when all of the run was purged.
  private func chain(before first: Dot, through last: Dot) throws -> Chain? {
    do {
      return try chain(Dot(replica: first.replica, sequence: first.sequence - 1))
    } catch let error as SyncError where error.code == .needsSnapshot {
      let known = known[first.replica]
      if last.sequence <= known { return nil }
      return try chain(Dot(replica: first.replica, sequence: known))
    }
  }
}
