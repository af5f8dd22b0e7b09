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
  /// - Returns: what became of each transaction.
  /// - Throws: a `StoreError` when the store cannot be written: `diskFull`, `writerStopped`,
  ///   `closed`, `damaged`, `storage`.
  @discardableResult
  public func absorb(
    _ page: TransactionPage, durability: Durability = .durable
  ) async throws -> AbsorptionReport {
    var report = AbsorptionReport()
    var stopped: Set<ReplicaID> = []
    let intake = PageIntake()
    for (index, message) in page.messages.enumerated() {
      let dot = stopped.isEmpty ? nil : try? LogMessage(message).dot
      if let dot, stopped.contains(dot.replica) {
        report.held += 1
        continue
      }
      let isLast = index == page.messages.count - 1
      do {
        try await append(durability: isLast ? durability : .bulk) { try intake.take(message, &$0) }
        if intake.wasNew { report.absorbed += 1 } else { report.known += 1 }
      } catch let error as StoreError where error.code.isOfMessage {
        let dot = try? LogMessage(message).dot
        if let dot { stopped.insert(dot.replica) }
        report.refused.append(.init(dot: dot, code: error.code, message: error.message))
      }
    }
    // What was appended in bulk before one that was refused or known waits for its commit still.
    if durability != .bulk { try await flush() }
    return report
  }
}

/// Whether the message that was taken in last was new here.
private final class PageIntake: Sendable {
  private let isNew = Atomic(false)

  var wasNew: Bool { isNew.load(ordering: .relaxed) }

  func take(_ message: [UInt8], _ draft: inout Draft) throws {
    try draft.absorb(message)
    isNew.store(!draft.isKnown, ordering: .relaxed)
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
