extension Draft {
  /// Takes a transaction back, with all that was written as one save with it and still counts; see
  /// `joinUndoGroup`. Returns the local numbers of what it takes back, ascending.
  ///
  /// - Throws: as `undo(transaction:)`.
  @discardableResult
  public mutating func undo(saveOf number: UInt64) throws -> [UInt64] {
    let group = try now().undoGroup(of: number)
    let counting = try scope.withRetractionsOfDraft { log in
      // The one that is named is told about when it is taken back already.
      try group.filter { try $0 == number || !log.isRetracted($0) }
    }
    try undo(transactions: counting)
    return counting
  }
}
