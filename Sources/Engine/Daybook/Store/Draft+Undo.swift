extension Draft {
  /// Takes back the newest transaction of an author that still counts and is not an undo itself,
  /// with all of its undo group (see `joinUndoGroup`).
  ///
  /// Transactions that this draft already took back are skipped. Of a group that is larger than a
  /// transaction (4,096), only the newest that have room are taken back; `EventStore.undo(by:)`
  /// writes as many transactions as it needs.
  ///
  /// - Returns: its local number.
  /// - Throws: `StoreError.nothingToUndo`; `notUndoable` when it, or a part of its group, is final,
  ///   or merged something into what a move has taken elsewhere.
  @discardableResult
  public mutating func undo(by author: String?) throws -> UInt64 {
    try undoPart(by: author).target
  }

  /// Takes a transaction back, and nothing else of its undo group.
  ///
  /// - Throws: `StoreError.noSuchTransaction`; `nothingToUndo` when it is taken back already;
  ///   `notUndoable` when it is final, says something about the space, or merged something into
  ///   what a move has taken elsewhere.
  public mutating func undo(transaction number: UInt64) throws {
    try undo(transactions: [number])
  }

  /// The same for several.
  ///
  /// - Parameter isMove: whether a move asks, which sees to it that all of it is in one store.
  mutating func undo(transactions numbers: [UInt64], isMove: Bool = false) throws {
    for number in numbers { try scope.checkIsThere(number) }
    try scope.withRetractionsOfDraft { log in
      for number in numbers where try log.isRetracted(number) {
        let undo = try log.countingRetractions(of: number).first
        throw StoreError(
          .nothingToUndo,
          "transaction \(number) is taken back already\(undo.map { ", by transaction \($0)" } ?? "")"
        )
      }
    }
    try takeBack(numbers, isMove: isMove)
  }

  /// Brings back what the author's newest undo took back, unless the author has written since.
  ///
  /// What others took back as well comes back too.
  ///
  /// - Returns: the local number of that undo.
  /// - Throws: `StoreError.nothingToUndo`; `notUndoable` when an undo of it is final, or it merges
  ///   something into what a move has taken elsewhere.
  @discardableResult
  public mutating func redo(by author: String?) throws -> UInt64 {
    try redo(by: author, on: [])
  }

  /// The same.
  ///
  /// - Parameter devices: the replicas whose transactions without an author are the author's, too.
  package mutating func redo(by author: String?, on devices: [ReplicaID]) throws -> UInt64 {
    let (undo, undos) = try scope.withRetractionsOfDraft { log in
      let found = try scope.search(log, by: author, on: devices)?.redoable()
      return (found?.undo, try found.map { try log.undos(of: $0.lost) } ?? [])
    }
    guard let undo else {
      throw StoreError(.nothingToUndo, Self.nothing(of: author, "to bring back"))
    }
    try takeBack(undos)
    return undo
  }

  /// Brings a transaction back, whoever took it back and however often.
  ///
  /// - Throws: `StoreError.noSuchTransaction`; `nothingToUndo` when it is not taken back, or
  ///   together with other changes; `notUndoable` when an undo of it is final, or it merges
  ///   something into what a move has taken elsewhere.
  public mutating func redo(transaction number: UInt64) throws {
    _ = try redo(undosOf: number)
  }

  /// The same. Returns the undos of it that counted, by their local numbers.
  mutating func redo(undosOf number: UInt64) throws -> [UInt64] {
    try scope.checkIsThere(number)
    let undos = try scope.withRetractionsOfDraft { log in
      guard try log.isRetracted(number) else {
        throw StoreError(.nothingToUndo, "transaction \(number) is not taken back")
      }
      return try log.undos(of: [number])
    }
    try takeBack(undos)
    return undos
  }
}

extension Draft {
  static func nothing(of author: String?, _ use: String) -> String {
    let who = author.map { "by \($0)" } ?? "without an author"
    return "the log has nothing \(who) \(use): it is done already, was purged, or was never written"
  }
}
