internal import Synchronization

extension EventStore {
  /// Takes in transactions of other stores, writer by writer, with the signatures that vouch for
  /// them; all in one commit.
  ///
  /// A writer's transactions are taken in as a whole or not at all: nobody has signed a part of
  /// them, so this store could pass a part on to nobody. A transaction that is refused leaves no
  /// trace here and stops no other writer; the sender keeps it. The codes are those of
  /// `absorb(_:durability:)` for one message.
  ///
  /// Cost: as appending the same events in bulk. An entity that several transactions touch is
  /// folded and stored once.
  ///
  /// - Parameters:
  ///   - arrivals: the transactions, each writer's in their order.
  ///   - heads: one for the last transaction of each writer.
  /// - Returns: what became of each transaction.
  /// - Throws: a `StoreError` when the store cannot be written: `diskFull`, `writerStopped`,
  ///   `closed`, `damaged`, `storage`.
  package func absorb(
    _ arrivals: [ArrivingTransaction], heads: [SignedHead], durability: Durability
  ) async throws -> AbsorptionReport {
    let intake = RunIntake(arrivals, heads)
    while let attempt = intake.next() {
      do {
        try await append(durability: durability) { try attempt.absorb(into: &$0) }
        intake.finish(attempt)
      } catch is RunRefused {
        intake.leaveOutRefused(attempt)
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
    while let attempt = intake.next() {
      do {
        try append(durability: durability) { try attempt.absorb(into: &$0) }
        intake.finish(attempt)
      } catch is RunRefused {
        intake.leaveOutRefused(attempt)
      }
    }
    return intake.report
  }
}

/// Tries to take in the runs of several writers, each time without those of which something was
/// refused.
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
  func next() -> Attempt? { arrivals.isEmpty ? nil : Attempt(arrivals, heads) }

  /// Ends with an attempt that was committed.
  func finish(_ attempt: Attempt) {
    let outcome = attempt.outcome
    report.absorbed = outcome.absorbed
    report.known = outcome.known
    arrivals = []
  }

  /// Leaves out the writers of whom something was refused.
  func leaveOutRefused(_ attempt: Attempt) {
    let (outcome, count) = (attempt.outcome, arrivals.count)
    arrivals.removeAll { outcome.stopped.contains($0.dot.replica) }
    heads.removeAll { outcome.stopped.contains($0.dot.replica) }
    report.refused += outcome.refused
    report.held += count - arrivals.count - outcome.refused.count
  }
}

/// Gives up an append of which a run was refused.
private struct RunRefused: Error {}

/// What became of the transactions of one attempt.
private struct AttemptOutcome: Sendable {
  var absorbed = 0
  var known = 0
  private(set) var refused: [AbsorptionReport.Refusal] = []
  /// The writers of whom something was refused; the rest of theirs is not looked at.
  private(set) var stopped: Set<ReplicaID> = []

  mutating func refuse(_ dot: Dot, _ error: StoreError) {
    stopped.insert(dot.replica)
    refused.append(.init(dot: dot, code: error.code, message: error.message))
  }
}

/// One append that takes in all of some runs, or nothing.
private final class Attempt: Sendable {
  private let arrivals: [ArrivingTransaction]
  private let heads: [SignedHead]
  private let result = Mutex(AttemptOutcome())

  init(_ arrivals: [ArrivingTransaction], _ heads: [SignedHead]) {
    self.arrivals = arrivals
    self.heads = heads
  }

  var outcome: AttemptOutcome { result.withLock { $0 } }

  /// Adds the runs to a draft. The writer calls it again when something else that shares the
  /// commit fails.
  ///
  /// - Throws: `RunRefused`.
  func absorb(into draft: inout Draft) throws {
    var outcome = AttemptOutcome()
    try draft.absorb(arrivals, &outcome)
    draft.keep(heads)
    result.withLock { [outcome] in $0 = outcome }
    if !outcome.refused.isEmpty { throw RunRefused() }
  }
}

extension Draft {
  fileprivate mutating func absorb(
    _ arrivals: [ArrivingTransaction], _ outcome: inout AttemptOutcome
  ) throws {
    try scope.absorb(arrivals, &outcome)
  }
}

extension WriteScope {
  /// Takes in transactions of other stores; the entities that they touch are folded and stored with
  /// the last one.
  fileprivate mutating func absorb(
    _ arrivals: [ArrivingTransaction], _ outcome: inout AttemptOutcome
  ) throws {
    for arriving in arrivals where !outcome.stopped.contains(arriving.dot.replica) {
      try absorb(arriving, &outcome)
    }
  }

  private mutating func absorb(
    _ arriving: ArrivingTransaction, _ outcome: inout AttemptOutcome
  ) throws {
    if !draft.events.isEmpty {
      try storeLog(author: nil, context: nil, process: nil, wall: Date(timeIntervalSince1970: 0))
    }
    beginNextDraft()
    do {
      try absorb(arriving)
      if draft.known == nil { outcome.absorbed += 1 } else { outcome.known += 1 }
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
