extension EventStore {
  /// Takes back the newest transaction of an author that still counts and is not an undo itself,
  /// with all of its undo group (see `Draft.joinUndoGroup`).
  ///
  /// Undo is a transaction like any other: it survives a restart, history and observers see it, and
  /// on other replicas it has the same effect. O(t) for t transactions since.
  ///
  /// A save of more than 4,096 transactions is taken back by several, the newest first, which one
  /// redo brings back. A process that is killed between them leaves how the save began, and the
  /// next call goes on; it is then redone in as many steps.
  ///
  /// - Parameter author: whose, on whatever device that was written: `Reader.undoable(by:)` tells
  ///   beforehand which transaction it is, and so whether another device wrote it. nil for
  ///   transactions without an author that were written here, and never those that came from
  ///   elsewhere.
  /// - Throws: `StoreError.nothingToUndo`; `notUndoable` when it is final, or merged something into
  ///   what a move has taken elsewhere; with nothing written.
  @discardableResult
  public func undo(by author: String?) async throws -> History.Token {
    try Self.token(of: await undo(by: author) { try $0.undoPart(by: author) })
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
  /// - Throws: `StoreError.nothingToUndo`; `notUndoable` when an undo of it is final, or it merges
  ///   something into what a move has taken elsewhere; with nothing written.
  @discardableResult
  public func redo(by author: String?) async throws -> History.Token {
    try await append(author: author, context: "redo") { try $0.redo(by: author) }
  }

  /// Brings a transaction back, whoever took it back and however often.
  ///
  /// - Throws: `StoreError.noSuchTransaction`; `nothingToUndo` when it is not taken back, or
  ///   together with other changes; `notUndoable` when an undo of it is final, or it merges
  ///   something into what a move has taken elsewhere; with nothing written.
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
    try Self.token(of: undo(by: author) { try $0.undoPart(by: author) })
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

  /// The place after an undo.
  private static func token(of parts: [UndoPart]) throws -> History.Token {
    guard let token = parts.compactMap(\.token).last else { throw CancellationError() }
    return token
  }
}
