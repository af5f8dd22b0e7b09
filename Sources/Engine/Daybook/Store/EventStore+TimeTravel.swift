internal import LMDB

extension EventStore {
  /// Calls `body` with the store as it was after a transaction: entities and every projection.
  ///
  /// Daybook builds a projection from the states at that time when you first read it, and throws
  /// it away afterwards. That takes as long as a rebuild, and appends wait meanwhile. Reading an
  /// entity costs what its own events cost.
  ///
  /// - Throws: `StoreError.foreignToken`, `expiredToken`, or what `body` throws.
  public func read<R: Sendable>(
    asOf token: History.Token, _ body: @escaping @Sendable (borrowing PastReader) throws -> R
  ) throws -> R {
    let readers = readers
    return try inspect { scope in
      let number = try readers.reader(writing: scope.reader, scope.scope).place(token)
      scope.past = try PastStates(number, scope.reader, scope.counters)
      defer { scope.past = nil }
      return try scope.remembering { scope in
        // Safety: the past reader ends within this call, and the scope stays where it is.
        try withUnsafeMutablePointer(to: &scope) { pointer in
          let scope = pointer.pointee.scope
          let reader = readers.reader(writing: pointer.pointee.reader, scope)
          return try body(PastReader(pointer, reader: reader, token: token))
        }
      }
    }
  }

  /// Calls `body` with the store as it was right after the last transaction up to `date`.
  public func read<R: Sendable>(
    asOf date: Date, _ body: @escaping @Sendable (borrowing PastReader) throws -> R
  ) throws -> R {
    try read(asOf: try read { try $0.token(at: date) }, body)
  }
}

extension Reader {
  /// The place after the last transaction that was written by `date`.
  ///
  /// By the hybrid logical clock of the transactions written here; those of other replicas are
  /// where they arrived among them. A date that is not a number is before all of them. O(log n).
  ///
  /// - Throws: `StoreError.expiredToken` when the history up to that time was purged.
  public func token(at date: Date) throws -> History.Token {
    let log = log
    log.trace?.noteLog()
    let milliseconds = date.milliseconds
    let oldest = try LogCounters(log.transaction, log.tables)
    var (low, high) = (oldest.purged, oldest.transactions)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if try writtenHere(middle, after: low)?.milliseconds ?? .min <= milliseconds {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return History.Token(store: storeID, transaction: low)
  }

  /// The time of the newest transaction up to `number` that was written here; nil when none was.
  private func writtenHere(_ number: UInt64, after first: UInt64) throws -> HybridTime? {
    var number = number
    while number > first {
      let record = try log.existing(number)
      if record.flags & TransactionRecord.isRemote == 0 { return record.time }
      number -= 1
    }
    return nil
  }
}
