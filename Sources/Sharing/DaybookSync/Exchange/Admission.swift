internal import Daybook

/// Decides which runs of a page the store takes in: those of members that are whole and signed.
///
/// The store takes in a writer's run as a whole or not at all, because the head is over the whole
/// and the store could pass on no part of it. A mistake of one writer stops no other.
struct Admission {
  /// One writer's transactions in a page.
  private struct Run {
    let replica: ReplicaID
    /// The last transaction of the writer that is here.
    let known: UInt64
    var arrivals: [ArrivingTransaction] = []
    var bytes = 0
  }

  /// The most bytes of a writer's run. Only its writer can split it. A sender signs after 4 MiB at
  /// the latest, or after the one message that is more than that.
  static let longestRun = 8 << 20

  /// The transactions to take in, in the order of the page.
  private(set) var arrivals: [ArrivingTransaction] = []
  private(set) var heads: [SignedHead] = []
  private(set) var refused: [SyncError] = []

  private let space: UUID

  /// Checks a page.
  ///
  /// - Parameters:
  ///   - ledger: the transactions that are here.
  ///   - space: their space.
  ///   - now: the wall clock. A transaction that is a day ahead of it is refused.
  init<Ledger: SpaceLedger & ~Copyable & ~Escapable>(
    _ page: SyncPage, to ledger: borrowing Ledger, of space: UUID, now: Date
  ) throws {
    self.space = space
    if page.space != space {
      refused = [
        SyncError(.foreignSpace, "the page is of space \(page.space), this store of \(space)")
      ]
      return
    }
    let (runs, order) = try sort(page.messages, HybridTime(now).milliseconds, ledger)
    try admit(runs, page, ledger)
    if refused.isEmpty, heads.count == runs.count {
      arrivals = order
    } else {
      let admitted = Set(heads.map(\.dot.replica))
      arrivals = order.filter { admitted.contains($0.dot.replica) }
    }
    invariant(endsWithHeads, "a run is taken in without the head that it ends with")
  }

  /// Whether each writer's transactions that are to be taken in end with its head.
  private var endsWithHeads: Bool {
    var last: [ReplicaID: Dot] = [:]
    for arriving in arrivals { last[arriving.dot.replica] = arriving.dot }
    return last.count == heads.count && heads.allSatisfy { last[$0.dot.replica] == $0.dot }
  }

  /// The runs of a page, and all its transactions in their order. A malformed message is refused.
  private mutating func sort<Ledger: SpaceLedger & ~Copyable & ~Escapable>(
    _ messages: [[UInt8]], _ now: Int64, _ ledger: borrowing Ledger
  ) throws -> (runs: [Run], order: [ArrivingTransaction]) {
    var (runs, places, place): ([Run], [ReplicaID: Int], Int) = ([], [:], 0)
    var order: [ArrivingTransaction] = []
    order.reserveCapacity(messages.count)
    var broken: Set<ReplicaID> = []
    for message in messages {
      let arriving: ArrivingTransaction
      do { arriving = try ArrivingTransaction(message) } catch {
        let dot = Dot(ofMessage: message)
        refused.append(
          (error as? StoreError).map { SyncError($0, dot) }
            ?? SyncError(.malformed, "\(error)", dot: dot))
        if let dot { broken.insert(dot.replica) }
        continue
      }
      let replica = arriving.dot.replica
      order.append(arriving)
      if !broken.isEmpty, broken.contains(replica) { continue }
      // Most often the writer of the message before.
      if runs.isEmpty || runs[place].replica != replica {
        place = places[replica] ?? runs.count
      }
      if place == runs.count {
        places[replica] = place
        runs.append(Run(replica: replica, known: try ledger.newest(of: replica)))
      }
      if let error = doubt(arriving, in: runs[place], now) {
        refused.append(error)
        broken.insert(replica)
        continue
      }
      runs[place].arrivals.append(arriving)
      runs[place].bytes += message.count
    }
    return (runs.filter { !broken.contains($0.replica) }, order)
  }

  /// Why a transaction does not go on from its run; nil when it does.
  private func doubt(_ message: ArrivingTransaction, in run: Run, _ now: Int64) -> SyncError? {
    let dot = message.dot
    if message.space != space {
      return SyncError(
        .foreignSpace, "it is of space \(message.space), this store of \(space)", dot: dot)
    }
    if let hours = message.time.impossibleLead(over: now) {
      return SyncError(
        .clockAhead,
        "it is \(hours.counted("hour")) ahead of this device: set the clock of the one that is wrong, and exchange there once it is right",
        dot: dot)
    }
    if run.bytes + message.bytes.count > Self.longestRun {
      return SyncError(
        .tooLarge,
        "its writer has signed more than \(Self.longestRun >> 20) MiB in one piece; let the writer sign more often",
        dot: dot)
    }
    let last = run.arrivals.last?.dot.sequence
    // The first may be known already: then its branch is compared.
    if let last, dot.sequence - 1 != last {
      return SyncError(.gap, "it came after \(last) of its writer", dot: dot)
    }
    if last == nil, dot.sequence - 1 > run.known {
      return SyncError(.gap, "it came before \(run.known + 1) of its writer", dot: dot)
    }
    return nil
  }

  /// Admits the runs of members: first of those who are known, then of those whom they enrol.
  private mutating func admit<Ledger: SpaceLedger & ~Copyable & ~Escapable>(
    _ runs: [Run], _ page: SyncPage, _ ledger: borrowing Ledger
  ) throws {
    var rest = runs
    var statements: [ArrivingTransaction] = []
    while !rest.isEmpty {
      let space = try ledger.space(adding: statements)
      let pin = try space == nil ? ledger.pinnedFounder() : nil
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
          guard let head = try verified(run, page, publicKey, ledger) else { continue }
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
  private func verified<Ledger: SpaceLedger & ~Copyable & ~Escapable>(
    _ run: Run, _ page: SyncPage, _ publicKey: [UInt8], _ ledger: borrowing Ledger
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
    guard var chain = try chain(before: first, through: last, run.known, ledger) else { return nil }
    let known = try ledger.head(of: last.replica, through: last.sequence)
    let made = page.chains?[run.replica]
    for arriving in run.arrivals where arriving.dot.sequence > chain.sequence {
      try chain.add(arriving.bytes, made: made)
      if chain.sequence == known?.dot.sequence, chain.hash != known?.chain {
        throw SyncError(
          .forkedReplica, "its writer has signed another one under the same number",
          dot: Dot(replica: run.replica, sequence: chain.sequence))
      }
    }
    guard chain.hash == head.chain else {
      // The transactions here were signed as well, so the writer has two branches.
      throw SyncError(
        .badChain, "it is not what its writer signed, or follows on other ones", dot: last)
    }
    return head
  }

  /// The chain that a run goes on from: the one before its first transaction or, when that was
  /// purged here, the one up to the newest transaction here. Nil when all of the run was purged.
  private func chain<Ledger: SpaceLedger & ~Copyable & ~Escapable>(
    before first: Dot, through last: Dot, _ known: UInt64, _ ledger: borrowing Ledger
  ) throws -> Chain? {
    let before = Dot(replica: first.replica, sequence: first.sequence - 1)
    if let chain = try ledger.knownChain(through: before, in: space) { return chain }
    if last.sequence <= known { return nil }
    return try ledger.chain(through: Dot(replica: first.replica, sequence: known), in: space)
  }
}
