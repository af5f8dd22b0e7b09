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
}

extension Reader {
  /// The transactions that one undo takes back together with `number`, itself among them,
  /// ascending; only itself unless it was written as a part of a save.
  ///
  /// Those that count no longer are among them. O(t) for t transactions since the first.
  ///
  /// - Throws: `StoreError.noSuchTransaction`.
  public func undoGroup(of number: UInt64) throws -> [UInt64] {
    let log = log
    log.trace?.noteLog()
    guard try number > purged(), try log.record(number) != nil else {
      throw StoreError(.noSuchTransaction, "there is no transaction \(number)")
    }
    return try log.undoGroup(of: number, newest: newestNumber()) ?? [number]
  }
}

extension LogReader {
  /// The identity of the transaction that began the undo group of a transaction: its own for most.
  func group(of number: UInt64) throws -> Dot {
    let known = try withTransaction(number) { record, header in
      var sender = TravellingHeader()
      try sender.read(header)
      return (record, sender.group)
    }
    guard let (record, group) = known else { return try dot(existing(number)) }
    return try group ?? dot(record)
  }

  /// The transactions of an undo group, ascending; nil when its first is not here any more, so that
  /// it can not be taken back as a whole.
  func undoGroup(of number: UInt64, newest: UInt64) throws -> [UInt64]? {
    let group = try group(of: number)
    guard let replica = try self.number(of: group.replica),
      let first = try self.number(replica: replica, sequence: group.sequence),
      try record(first) != nil
    else { return nil }
    return try (first...newest).filter { try self.group(of: $0) == group }
  }

  private func dot(_ record: TransactionRecord) throws -> Dot {
    Dot(replica: try replica(record.replica), sequence: record.sequence)
  }
}
