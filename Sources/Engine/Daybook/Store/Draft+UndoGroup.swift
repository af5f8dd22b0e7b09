extension Draft {
  /// Makes this transaction part of the save that transaction `first` began, so that one undo takes
  /// all of it back.
  ///
  /// For what is one act to a person and too large for one transaction, such as an import:
  /// `undo(by:)` of any author who wrote the newest part takes back every part, and `redo(by:)`
  /// brings every part back. `undo(transaction:)` still takes back the one that it names.
  ///
  /// - Parameter first: the local number of the first part, or of any other.
  /// - Throws: `StoreError.noSuchTransaction`.
  public mutating func joinUndoGroup(of first: UInt64) throws {
    if first == scope.draft.number, !scope.draft.events.isEmpty {
      throw StoreError(.noSuchTransaction, "there is no transaction \(first) yet")
    }
    try scope.checkIsThere(first)
    scope.draft.group = try scope.reader.group(of: first)
  }

  /// Leaves it to somebody else's undo to take this transaction back, and not to that of its
  /// author: for who brings what another person wrote elsewhere, such as a move.
  ///
  /// - Parameter author: whose `undo(by:)` takes it back.
  mutating func leaveUndo(to author: String?) { scope.draft.undoAuthor = author ?? "" }
}
