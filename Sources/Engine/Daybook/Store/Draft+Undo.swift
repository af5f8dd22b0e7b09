internal import LMDB

extension Draft {
  /// Takes back the newest transaction of an author that still counts and is not an undo itself,
  /// with all of its undo group (see `joinUndoGroup`).
  ///
  /// Transactions that this draft already took back are skipped.
  ///
  /// - Returns: its local number.
  /// - Throws: `StoreError.nothingToUndo`; `notUndoable` when it, or a part of its group, is final.
  @discardableResult
  public mutating func undo(by author: String?) throws -> UInt64 {
    let target = try scope.withRetractionsOfDraft { log in
      try scope.search(log, by: author)?.undoable()
    }
    guard let target else {
      throw StoreError(.nothingToUndo, Self.nothing(of: author, "to take back"))
    }
    for number in target.group { try scope.takeBack(number) }
    return target.number
  }

  /// Takes a transaction back, and nothing else of its undo group.
  ///
  /// - Throws: `StoreError.noSuchTransaction`; `nothingToUndo` when it is taken back already;
  ///   `notUndoable` when it is final, or says something about the space.
  public mutating func undo(transaction number: UInt64) throws {
    try scope.checkIsThere(number)
    try scope.withRetractionsOfDraft { log in
      guard try log.isRetracted(number) else { return }
      let undo = try log.countingRetractions(of: number).first
      throw StoreError(
        .nothingToUndo,
        "transaction \(number) is taken back already\(undo.map { ", by transaction \($0)" } ?? "")")
    }
    try scope.takeBack(number)
  }

  /// Brings back what the author's newest undo took back, unless the author has written since.
  ///
  /// What others took back as well comes back too.
  ///
  /// - Returns: the local number of that undo.
  /// - Throws: `StoreError.nothingToUndo`; `notUndoable` when an undo of it is final.
  @discardableResult
  public mutating func redo(by author: String?) throws -> UInt64 {
    let (undo, undos) = try scope.withRetractionsOfDraft { log in
      let found = try scope.search(log, by: author)?.redoable()
      return (found?.undo, try found.map { try log.undos(of: $0.lost) } ?? [])
    }
    guard let undo else {
      throw StoreError(.nothingToUndo, Self.nothing(of: author, "to bring back"))
    }
    for number in undos { try scope.takeBack(number) }
    return undo
  }

  /// Brings a transaction back, whoever took it back and however often.
  ///
  /// - Throws: `StoreError.noSuchTransaction`; `nothingToUndo` when it is not taken back, or
  ///   together with other changes; `notUndoable` when an undo of it is final.
  public mutating func redo(transaction number: UInt64) throws {
    try scope.checkIsThere(number)
    let undos = try scope.withRetractionsOfDraft { log in
      guard try log.isRetracted(number) else {
        throw StoreError(.nothingToUndo, "transaction \(number) is not taken back")
      }
      return try log.undos(of: [number])
    }
    for number in undos { try scope.takeBack(number) }
  }
}

extension WriteScope {
  /// A search among the author's transactions; nil when there is none.
  fileprivate func search(_ log: LogReader, by author: String?) -> UndoSearch? {
    UndoSearch(log, author: author, names, newest: counters.transactions, purged: counters.purged)
  }

  /// Takes a transaction back, unless that would count for nothing.
  fileprivate mutating func takeBack(_ number: UInt64) throws {
    if let reason = try reader.reasonToKeep(number, names) {
      throw StoreError(.notUndoable, reason)
    }
    try retract(number)
  }

  /// Calls `body` with the log as if the draft, so far, were its newest transaction.
  fileprivate func withRetractionsOfDraft<R>(_ body: (LogReader) throws -> R) throws -> R {
    var pending: Set<UInt64> = []
    for retraction in draft.retractions {
      let target = try reader.number(
        replica: retraction.replica, sequence: retraction.dot.sequence)
      if let target { pending.insert(target) }
    }
    let memo = RetractionMemo(pending: pending)
    var log = reader
    log.memo = memo
    if !pending.isEmpty { log.hasRetractions = true }
    return try withExtendedLifetime(memo) { try body(log) }
  }
}

extension Draft {
  fileprivate static func nothing(of author: String?, _ use: String) -> String {
    let who = author.map { "by \($0)" } ?? "without an author"
    return "the log has nothing \(who) \(use): it is done already, was purged, or was never written"
  }
}
