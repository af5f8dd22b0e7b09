/// Checks before an import whether a store would take in messages one after the other.
package struct MessageCheck {
  /// How many of the messages the store has already.
  package private(set) var known: UInt64 = 0
  /// The first doubt: why a message is refused unless the log is the store's own past; nil when
  /// there is none.
  package private(set) var doubt: StoreError?
  private var newest: [ReplicaID: UInt64] = [:]
  private let now: Int64

  /// - Parameter now: the wall clock.
  package init(now: Date) { self.now = now.milliseconds }

  /// Checks the next message. Returns whether the store has it already.
  ///
  /// - Throws: `StoreError.foreignSpace`, `forkedReplica`, `unsigned`.
  package mutating func add(
    _ message: LogMessage, _ bytes: [UInt8], _ reader: borrowing Reader
  ) throws -> Bool {
    let log = reader.log
    let (replica, sequence) = (message.dot.replica, message.dot.sequence)
    let number = try log.number(of: replica)
    try checkSpace(message, number, log)
    let stored = try number.map { try log.newestSequence($0) } ?? 0
    if sequence <= stored {
      if let number, let found = try log.number(replica: number, sequence: sequence),
        let other = try reader.message(of: found)
      {
        guard other == bytes else {
          throw StoreError(
            .forkedReplica,
            "two copies of a store write as replica \(replica), and this store has another transaction \(message.dot)"
          )
        }
        known += 1
      }
      return true
    }
    let last = newest[replica] ?? stored
    newest[replica] = max(last, sequence)
    if sequence != last + 1 {
      doubt =
        doubt
        ?? StoreError(
          .missingTransaction,
          "transaction \(message.dot) comes before \(last + 1) of its replica, which this store lacks"
        )
    }
    try checkIsSigned(message, reader)
    if message.time.impossibleLead(over: now) != nil {
      doubt =
        doubt
        ?? StoreError(
          .clockAhead,
          "transaction \(message.dot) is more than a day ahead of this device; set the clock of the one that is wrong"
        )
    }
    return false
  }

  /// Refuses a message without a signature in a shared store. Such a store passes on only what is
  /// signed, and says that it has everything that it shows, so it would never get the signatures
  /// later. A store that has exchanged nothing yet signs everything itself: there it is only a
  /// doubt.
  private mutating func checkIsSigned(
    _ message: LogMessage, _ reader: borrowing Reader
  ) throws {
    let isMember = try reader.pinnedFounder() != nil || reader.log.keepsHeads()
    guard try isMember || reader.space() != nil else { return }
    let error = StoreError(
      .unsigned,
      "transaction \(message.dot) has no signature, and this store is shared; let the store that has it exchange with this one"
    )
    if isMember { throw error }
    doubt = doubt ?? error
  }

  private func checkSpace(_ message: LogMessage, _ replica: UInt32?, _ log: LogReader) throws {
    let bound = try StoreIdentity.stored(log.transaction, log.tables)?.boundSpace
    if let bound = bound ?? log.rules?.createdSpace, bound != message.space {
      throw StoreError(
        .foreignSpace,
        "transaction \(message.dot) is not of this store's space; take it into a store of its own")
    }
    guard let replica else { return }
    let record = try log.replicaRecord(replica)
    guard record.space == message.space || record.space == ReplicaRecord.noSpace else {
      throw StoreError(
        .foreignSpace,
        "replica \(message.dot.replica) writes in space \(record.space), and transaction \(message.dot) is of \(message.space)"
      )
    }
  }
}
