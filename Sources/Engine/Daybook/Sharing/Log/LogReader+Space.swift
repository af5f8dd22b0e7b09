extension LogReader {
  /// The statement of an event; nil for one of a newer version.
  func statement(
    _ position: UInt64, _ event: EventRecord
  ) throws -> SpaceResolution.Statement? {
    guard let type = try name(event.type) else { return nil }
    let content = try withEvent(position) { _, payload in
      SpaceStatement(name: type.text, version: type.version, payload: payload)
    }
    guard let content else { return nil }
    let record = try existing(event.transaction)
    return SpaceResolution.Statement(
      dot: Dot(replica: try replica(record.replica), sequence: record.sequence),
      index: UInt32(truncatingIfNeeded: position &- record.firstPosition), time: record.time,
      content: content)
  }

  /// The space as of the last transaction that counts; nil when nobody has created it.
  var space: Space? { rules?.space(asOf: asOf) }

  /// Whether a transaction is void: its writer was revoked before it, or may only read.
  func isVoid(_ record: TransactionRecord) throws -> Bool {
    guard let rules, let space = rules.space(asOf: asOf) else { return false }
    return space.isVoid(try dot(record, rules))
  }

  /// The time at which a transaction's events stand in the canonical order.
  func effectiveTime(of record: TransactionRecord) throws -> HybridTime {
    guard let rules, let space = rules.space(asOf: asOf), !space.frontiers.isEmpty else {
      return record.stampTime
    }
    return space.effectiveTime(of: try dot(record, rules), stamped: record.stampTime)
  }

  /// The time at which an event stands in the canonical order.
  func effectiveTime(of event: EventRecord) throws -> HybridTime {
    if rules == nil { return event.time }
    return try effectiveTime(of: existing(event.transaction))
  }

  /// Whether a retraction does not count, because it is void, or comes after a frontier that holds
  /// its target.
  func isIdle(_ retraction: TransactionRecord, for target: TransactionRecord) throws -> Bool {
    guard let rules, let space = rules.space(asOf: asOf) else { return false }
    let dot = try dot(retraction, rules)
    return try space.isVoid(dot) || space.isSettled(self.dot(target, rules), against: dot)
  }

  private func dot(_ record: TransactionRecord, _ rules: SpaceRules) throws -> Dot {
    Dot(replica: try rules.replica(record.replica, reading: replica), sequence: record.sequence)
  }

  /// Calls `body` with the transactions that a change of the space affects: those that are void in
  /// only one of the two, and those that a frontier moves in the canonical order, or whose
  /// retraction it settles.
  func forEachTransaction(
    changedFrom old: Space?, to new: Space?, _ body: (UInt64) throws -> Void
  ) throws {
    let known = Set(old?.frontiers ?? [])
    let frontiers = known.symmetricDifference(new?.frontiers ?? [])
    let retractions = frontiers.isEmpty ? [] : try self.retractions(after: 0)
    try forEachReplica { replica, row in
      let newest = try newestSequence(replica)
      func visit(after first: UInt64, through last: UInt64, _ moves: (UInt64) throws -> Bool) throws
      {
        guard first < min(last, newest) else { return }
        for sequence in (first + 1)...min(last, newest) {
          guard let number = try number(replica: replica, sequence: sequence),
            try record(number) != nil, try moves(number)
          else { continue }
          try body(number)
        }
      }
      for range in Space.Member.changed(old?.members[row.id], new?.members[row.id]) {
        try visit(after: range.lowerBound, through: range.upperBound) { _ in true }
      }
      // A transaction that every differing frontier holds stands where the others put it.
      guard let held = frontiers.map({ $0.vector[row.id] }).min() else { return }
      try visit(after: held, through: .max) { number in
        if retractions.contains(number) { return true }
        let record = try existing(number)
        let dot = Dot(replica: row.id, sequence: record.sequence)
        let time = record.stampTime
        return (old?.effectiveTime(of: dot, stamped: time) ?? time)
          != (new?.effectiveTime(of: dot, stamped: time) ?? time)
      }
    }
  }
}
