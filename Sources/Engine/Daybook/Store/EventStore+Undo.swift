extension EventStore {
  /// Takes back the newest transaction of an author that still counts and is not an undo itself,
  /// with all of its undo group (see `Draft.joinUndoGroup`).
  ///
  /// Undo is a transaction like any other: it survives a restart, history and observers see it, and
  /// on other replicas it has the same effect. O(t) for t transactions since.
  ///
  /// - Throws: `StoreError.nothingToUndo`; `notUndoable` when it is final; with nothing written.
  @discardableResult
  public func undo(by author: String?) async throws -> History.Token {
    try await append(author: author, context: "undo") { try $0.undo(by: author) }
  }

  /// Takes a transaction back, whoever wrote it.
  ///
  /// - Parameters:
  ///   - number: the local number of the transaction.
  ///   - author: who takes it back, so that `redo(by:)` of that author brings it back.
  /// - Throws: `StoreError.noSuchTransaction`; `nothingToUndo` when it is taken back already;
  ///   `notUndoable` when it is final, or says something about the space; with nothing written.
  @discardableResult
  public func undo(
    transaction number: UInt64, by author: String? = nil
  ) async throws -> History.Token {
    try await append(author: author, context: "undo") { try $0.undo(transaction: number) }
  }

  /// Brings back what the author's newest undo took back, unless the author has written since.
  ///
  /// What others took back as well comes back too.
  ///
  /// - Throws: `StoreError.nothingToUndo`; `notUndoable` when an undo of it is final; with nothing
  ///   written.
  @discardableResult
  public func redo(by author: String?) async throws -> History.Token {
    try await append(author: author, context: "redo") { try $0.redo(by: author) }
  }

  /// Brings a transaction back, whoever took it back and however often.
  ///
  /// - Throws: `StoreError.noSuchTransaction`; `nothingToUndo` when it is not taken back, or
  ///   together with other changes; `notUndoable` when an undo of it is final; with nothing
  ///   written.
  @discardableResult
  public func redo(
    transaction number: UInt64, by author: String? = nil
  ) async throws -> History.Token {
    try await append(author: author, context: "redo") { try $0.redo(transaction: number) }
  }

  /// The blocking twin of the asynchronous `undo(by:)`.
  @available(*, noasync)
  @discardableResult
  public func undo(by author: String?) throws -> History.Token {
    try append(author: author, context: "undo") { try $0.undo(by: author) }
  }

  /// The blocking twin of the asynchronous `undo(transaction:by:)`.
  @available(*, noasync)
  @discardableResult
  public func undo(
    transaction number: UInt64, by author: String? = nil
  ) throws -> History.Token {
    try append(author: author, context: "undo") { try $0.undo(transaction: number) }
  }

  /// The blocking twin of the asynchronous `redo(by:)`.
  @available(*, noasync)
  @discardableResult
  public func redo(by author: String?) throws -> History.Token {
    try append(author: author, context: "redo") { try $0.redo(by: author) }
  }

  /// The blocking twin of the asynchronous `redo(transaction:by:)`.
  @available(*, noasync)
  @discardableResult
  public func redo(
    transaction number: UInt64, by author: String? = nil
  ) throws -> History.Token {
    try append(author: author, context: "redo") { try $0.redo(transaction: number) }
  }
}

extension Reader {
  /// The number of the transaction that `undo(by:)` would take back now; nil when there is none, or
  /// it is final.
  ///
  /// For a button: `store.values { try $0.undoable(by: "Ada") != nil }` says after each commit
  /// whether to enable it. O(t) for t transactions since.
  public func undoable(by author: String?) throws -> UInt64? {
    let names = try names()
    return try log.remembering { log in
      let found = try search(log, names, by: author)?.undoable()
      guard let found, try !log.mustKeep(found.group, names) else { return nil }
      return found.number
    }
  }

  /// The number of the undo whose work `redo(by:)` would bring back now; nil when there is none, or
  /// it is final.
  ///
  /// `redo(by:)` still throws when that was taken back together with other changes. O(t) for t
  /// transactions since.
  public func redoable(by author: String?) throws -> UInt64? {
    let names = try names()
    return try log.remembering { log in
      let found = try search(log, names, by: author)?.redoable()
      guard let found, try !log.mustKeep([found.undo], names) else { return nil }
      return found.undo
    }
  }

  private func search(
    _ log: LogReader, _ names: Names, by author: String?
  ) throws -> UndoSearch? {
    UndoSearch(log, author: author, names, newest: try newestNumber(), purged: try purged())
  }

  /// The transactions that a transaction takes back, whether or not it was itself taken back; those
  /// that are not in this store are left out. O(k) for its k events.
  ///
  /// - Throws: `StoreError.noSuchTransaction`.
  public func transactions(takenBackBy number: UInt64) throws -> [UInt64] {
    let log = log
    log.trace?.noteLog()
    guard try number > purged(), try log.record(number) != nil else {
      throw StoreError(.noSuchTransaction, "there is no transaction \(number)")
    }
    return try log.targets(of: number).targets
  }
}
