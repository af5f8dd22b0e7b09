extension Draft {
  /// Takes a transaction back, with all that was written as one save with it and still counts; see
  /// `joinUndoGroup`. Returns their local numbers, ascending.
  ///
  /// - Throws: as `undo(transaction:)`.
  @discardableResult
  public mutating func undo(saveOf number: UInt64) throws -> [UInt64] {
    let group = try now().undoGroup(of: number)
    for part in group {
      // The one that is named is told about when it is taken back already.
      let isNamed = part == number
      if !isNamed, try now().transaction(part)?.isRetracted != false { continue }
      try undo(transaction: part)
    }
    return group
  }
}
