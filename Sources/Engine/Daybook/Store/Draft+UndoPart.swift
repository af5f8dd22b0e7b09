extension Draft {
  /// Takes back the newest save of an author, as far as there is room.
  ///
  /// - Parameter devices: the replicas whose transactions without an author are the author's, too.
  /// - Throws: as `undo(by:)`.
  package mutating func undoPart(
    by author: String?, on devices: [ReplicaID] = []
  ) throws -> UndoPart {
    let number = try scope.withRetractionsOfDraft { log in
      try scope.search(log, by: author, on: devices)?.undoable()?.number
    }
    guard let number else {
      throw StoreError(.nothingToUndo, Self.nothing(of: author, "to take back"))
    }
    return try undoPart(of: number, mustCount: true)
  }

  /// Takes back a transaction, which has to count, and what was written as one save with it and
  /// counts still, as far as there is room.
  ///
  /// - Throws: as `undo(transaction:)`.
  package mutating func undoPart(saveOf number: UInt64) throws -> UndoPart {
    try scope.checkIsThere(number)
    return try undoPart(of: number, mustCount: true)
  }

  /// Goes on with an undo for which one transaction had no room.
  ///
  /// - Parameter first: the first transaction of the undo.
  package mutating func undoPart(after part: UndoPart, in first: UInt64) throws -> UndoPart {
    try joinUndoGroup(of: first)
    return try undoPart(of: part.target, mustCount: false)
  }

  /// - Parameter mustCount: whether it is an error that the transaction was taken back already.
  private mutating func undoPart(of number: UInt64, mustCount: Bool) throws -> UndoPart {
    let newest = scope.counters.transactions
    let (group, counting) = try scope.withRetractionsOfDraft { log in
      let group = try log.undoGroup(of: number, newest: newest) ?? [number]
      let counting = try group.filter { try !log.isRetracted($0) }
      return (group, counting)
    }
    let wanted = mustCount && !counting.contains(number) ? [number] : counting
    // A part that is final keeps all of it.
    for number in wanted { try scope.checkMayBeTakenBack(number) }
    // The newest first, so that what is left is how the save began.
    let taken = wanted.suffix(max(Limits.events - scope.draft.events.count, 1))
    try undo(transactions: Array(taken))
    return UndoPart(
      target: number, group: group, rest: wanted.count - taken.count, token: token)
  }
}
