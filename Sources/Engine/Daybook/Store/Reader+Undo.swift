extension Reader {
  /// The number of the transaction that `undo(by:)` would take back now; nil when there is none, or
  /// it is final.
  ///
  /// For a button: `store.values { try $0.undoable(by: "Ada") != nil }` says after each commit
  /// whether to enable it. O(t) for t transactions since.
  ///
  /// An author is a name. Where others write by the same one, or a person on two devices, the
  /// newest may have come from another device, and a button would take back what nobody here sees:
  /// then ``History/Transaction/isRemote`` of it is true, and its `dot` names the device.
  ///
  /// ```swift
  /// let number = try reader.undoable(by: "Ada")
  /// let isFromElsewhere = try number.flatMap { try reader.transaction($0) }?.isRemote ?? false
  /// ```
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
  /// transactions since. The undo may have come from another device, as in ``undoable(by:)``; what
  /// it took back is `transactions(takenBackBy:)`.
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
    try UndoSearch(log, author: author, names, newest: newestNumber(), purged: purged())
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
