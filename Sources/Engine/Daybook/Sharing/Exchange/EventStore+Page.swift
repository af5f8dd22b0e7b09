internal import Synchronization

extension EventStore {
  /// Takes in a page of another store's transactions.
  ///
  /// A transaction that is refused stops those of its own writer that come after it in the page,
  /// and nobody else's. It leaves no trace here; the sender keeps it. The codes are those of
  /// `absorb(_:durability:)` for one message.
  ///
  /// All of a page is as durable as asked when this returns. A process that is killed before has
  /// taken in a beginning of it, and the page can come again.
  ///
  /// Cost: as appending the same events in bulk. Up to 512 transactions share one transaction of
  /// LMDB, and an entity that several of them touch is folded and stored once.
  ///
  /// - Returns: what became of each transaction.
  /// - Throws: a `StoreError` when the store cannot be written: `diskFull`, `writerStopped`,
  ///   `closed`, `damaged`, `storage`.
  @discardableResult
  public func absorb(
    _ page: TransactionPage, durability: Durability = .durable
  ) async throws -> AbsorptionReport {
    let intake = PageIntake(page)
    while let piece = intake.next() {
      try await append(durability: piece.isLast ? durability : .bulk) { try piece.take(into: &$0) }
    }
    return intake.report
  }

  /// The blocking twin of the asynchronous `absorb`.
  @available(*, noasync)
  @discardableResult
  public func absorb(
    _ page: TransactionPage, durability: Durability = .durable
  ) throws -> AbsorptionReport {
    let intake = PageIntake(page)
    while let piece = intake.next() {
      try append(durability: piece.isLast ? durability : .bulk) { try piece.take(into: &$0) }
    }
    return intake.report
  }
}

extension EventStore {
  /// Takes in runs of writers, each as a whole or not at all, and what the writers vouch for them
  /// with; all in one commit.
  ///
  /// A part of a run is signed by nobody, so it could be passed on to nobody.
  package func absorb(
    _ arrivals: [ArrivingTransaction], heads: [SignedHead], durability: Durability
  ) async throws -> AbsorptionReport {
    let intake = RunIntake(arrivals, heads)
    while let piece = intake.next() {
      do {
        try await append(durability: durability) { try piece.takeWhole(into: &$0) }
        intake.finish(piece)
      } catch is RunRefused {
        intake.drop(piece)
      }
    }
    return intake.report
  }

  /// The blocking twin of the asynchronous one.
  @available(*, noasync)
  package func absorb(
    _ arrivals: [ArrivingTransaction], heads: [SignedHead], durability: Durability
  ) throws -> AbsorptionReport {
    let intake = RunIntake(arrivals, heads)
    while let piece = intake.next() {
      do {
        try append(durability: durability) { try piece.takeWhole(into: &$0) }
        intake.finish(piece)
      } catch is RunRefused {
        intake.drop(piece)
      }
    }
    return intake.report
  }
}

/// Runs that are taken in at once, without those of which something was refused.
private final class RunIntake {
  private var arrivals: [ArrivingTransaction]
  private var heads: [SignedHead]
  /// What became of them so far.
  private(set) var report = AbsorptionReport()

  init(_ arrivals: [ArrivingTransaction], _ heads: [SignedHead]) {
    self.arrivals = arrivals
    self.heads = heads
  }

  /// What is to be tried next; nil when nothing is left.
  func next() -> Piece? {
    arrivals.isEmpty ? nil : Piece(arrivals, heads)
  }

  func finish(_ piece: Piece) {
    report.absorbed = piece.outcome.report.absorbed
    report.known = piece.outcome.report.known
    arrivals = []
  }

  /// Leaves out the runs of which something was refused.
  func drop(_ piece: Piece) {
    let (outcome, count) = (piece.outcome, arrivals.count)
    arrivals.removeAll { outcome.stopped.contains($0.dot.replica) }
    heads.removeAll { outcome.stopped.contains($0.dot.replica) }
    report.refused += outcome.report.refused
    report.held += count - arrivals.count - outcome.report.refused.count
  }
}

/// Gives up an append of which a run was refused.
private struct RunRefused: Error {}

/// A page that is taken in piece by piece.
private final class PageIntake {
  private var rest: ArraySlice<[UInt8]>
  private var taken: Piece?
  private var outcome = PageOutcome()

  init(_ page: TransactionPage) { rest = page.messages[...] }

  /// What became of all that was taken in.
  var report: AbsorptionReport {
    settle()
    return outcome.report
  }

  /// The next messages, which go into one append; nil after the last.
  func next() -> Piece? {
    settle()
    guard !rest.isEmpty else { return nil }
    let messages = rest.prefix(max(fitting, 1))
    rest = rest.dropFirst(messages.count)
    var arrivals: [ArrivingTransaction] = []
    arrivals.reserveCapacity(messages.count)
    for bytes in messages {
      do { arrivals.append(try ArrivingTransaction(bytes)) } catch {
        outcome.refuse(
          nil, error as? StoreError ?? StoreError(.invalidArgument, "\(error)", cause: error))
      }
    }
    let piece = Piece(arrivals, after: outcome, isLast: rest.isEmpty)
    taken = piece
    return piece
  }

  /// How many of the next messages are within the limit.
  private var fitting: Int {
    var bytes = 0
    return rest.prefix(Piece.limit.transactions).prefix {
      bytes += $0.count
      return bytes <= Piece.limit.bytes
    }.count
  }

  private func settle() {
    if let taken { outcome = taken.outcome }
    taken = nil
  }
}

/// What became of the messages of a page so far.
struct PageOutcome: Sendable {
  var report = AbsorptionReport()
  /// The writers of which nothing more is taken in.
  fileprivate var stopped: Set<ReplicaID> = []

  /// Whether the writer of a transaction was stopped, which holds this one back.
  mutating func holds(_ dot: Dot) -> Bool {
    guard stopped.contains(dot.replica) else { return false }
    report.held += 1
    return true
  }

  mutating func refuse(_ dot: Dot?, _ error: StoreError) {
    if let dot { stopped.insert(dot.replica) }
    report.refused.append(.init(dot: dot, code: error.code, message: error.message))
  }
}

/// Messages that go into one append.
private final class Piece: Sendable {
  static let limit = TransactionPage.Limit.standard

  let isLast: Bool
  private let arrivals: [ArrivingTransaction]
  private let heads: [SignedHead]
  private let before: PageOutcome
  private let after: Mutex<PageOutcome>

  /// - Parameters:
  ///   - heads: signatures over the messages, which are taken in with them.
  ///   - before: what became of the messages before.
  init(
    _ arrivals: [ArrivingTransaction], _ heads: [SignedHead] = [],
    after before: PageOutcome = PageOutcome(), isLast: Bool = true
  ) {
    self.arrivals = arrivals
    self.heads = heads
    self.before = before
    self.isLast = isLast
    after = Mutex(before)
  }

  var outcome: PageOutcome { after.withLock { $0 } }

  /// Takes them in; may be run again, when what shares the transaction of LMDB has to be.
  func take(into draft: inout Draft) throws {
    var outcome = before
    try draft.absorb(arrivals, &outcome)
    draft.keep(heads)
    after.withLock { [outcome] in $0 = outcome }
  }

  /// Takes all of them in, or none.
  ///
  /// - Throws: `RunRefused`.
  func takeWhole(into draft: inout Draft) throws {
    try take(into: &draft)
    if !outcome.report.refused.isEmpty { throw RunRefused() }
  }
}

extension Draft {
  fileprivate mutating func absorb(
    _ arrivals: [ArrivingTransaction], _ outcome: inout PageOutcome
  ) throws {
    try scope.absorb(arrivals, &outcome)
  }
}

extension WriteScope {
  /// Takes in transactions of other stores; the entities that they touch are folded and stored with
  /// the last one.
  fileprivate mutating func absorb(
    _ arrivals: [ArrivingTransaction], _ outcome: inout PageOutcome
  ) throws {
    for arriving in arrivals { try absorb(arriving, &outcome) }
  }

  private mutating func absorb(
    _ arriving: ArrivingTransaction, _ outcome: inout PageOutcome
  ) throws {
    if outcome.holds(arriving.dot) { return }
    if !draft.events.isEmpty {
      try storeLog(author: nil, context: nil, process: nil, wall: Date(timeIntervalSince1970: 0))
    }
    beginNextDraft()
    do {
      try absorb(arriving)
      if draft.known == nil { outcome.report.absorbed += 1 } else { outcome.report.known += 1 }
    } catch let error as StoreError where error.code.isOfMessage && draft.events.isEmpty {
      beginNextDraft()
      outcome.refuse(arriving.dot, error)
    }
  }
}

extension StoreError.Code {
  /// Whether it is the message that is at fault, and not the store.
  fileprivate var isOfMessage: Bool {
    switch self {
    case .invalidArgument, .newerMessage, .missingTransaction, .clockAhead, .forkedReplica,
      .foreignSpace, .tooLarge:
      true
    default: false
    }
  }
}
