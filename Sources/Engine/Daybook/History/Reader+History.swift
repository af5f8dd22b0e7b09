internal import LMDB

extension Reader {
  /// The transactions after `token` in order of arrival, at most `limit`.
  ///
  /// O(log n) to start, then O(1) a transaction.
  ///
  /// - Throws: `StoreError.foreignToken` for a token of another store.
  public func transactions(
    after token: History.Token? = nil, limit: Int = .max
  ) throws -> [History.Transaction] {
    let first = try start(token).successor
    return try consecutive(from: first, goesUp: true, limit: limit) { _ in true }
  }

  /// The newest transactions, newest first, at most `limit`.
  ///
  /// O(log n) to start, then O(1) a transaction.
  public func newestTransactions(limit: Int) throws -> [History.Transaction] {
    let purged = try purged()
    return try consecutive(from: newestNumber(), goesUp: false, limit: limit) { $0 > purged }
  }

  /// Transactions one after the other, from `first` on, while `holds` says so.
  ///
  /// - Throws: `StoreError.damaged` when one is missing.
  func consecutive(
    from first: UInt64, goesUp: Bool, limit: Int, while holds: (UInt64) -> Bool
  ) throws -> [History.Transaction] {
    log.trace?.noteLog()
    return try log.remembering { log in
      var found: [History.Transaction] = []
      var replica: (number: UInt32, id: ReplicaID)?
      var cursor = try log.transaction.cursor(log.tables.transactions)
      var more = try cursor.seek(first)
      var (number, last) = (first, try newestNumber())
      while found.count < limit, number > 0, number <= last, holds(number) {
        guard more, cursor.key == number else {
          throw StoreError.damaged("transaction \(number) is missing")
        }
        found.append(
          try cursor.value.withUnsafeBytes { try transaction(number, $0, log, &replica) })
        more = goesUp ? try cursor.next() : try cursor.previous()
        number = goesUp ? number.successor : number - 1
      }
      return found
    }
  }

  /// The transaction with a local number; nil when there is none.
  public func transaction(_ number: UInt64) throws -> History.Transaction? {
    log.trace?.noteLog()
    return try transaction(number, log)
  }

  /// As above, by a log that may remember what retractions come to.
  func transaction(_ number: UInt64, _ log: LogReader) throws -> History.Transaction? {
    guard let span = try log.transaction.value(log.tables.transactions, number) else {
      try log.checkAbsence(ofTransaction: number)
      return nil
    }
    var replica: (number: UInt32, id: ReplicaID)?
    return try span.withUnsafeBytes { try transaction(number, $0, log, &replica) }
  }

  /// Reads a transaction; `last` is the replica of the one before, most often the same.
  private func transaction(
    _ number: UInt64, _ bytes: BorrowedBytes, _ log: LogReader,
    _ last: inout (number: UInt32, id: ReplicaID)?
  ) throws -> History.Transaction {
    guard let record = TransactionRecord(bytes, number: number) else {
      throw StoreError.damaged("transaction \(number) is damaged")
    }
    let sender = try TravellingHeader(bytes.from(TransactionRecord.headerSize), of: number)
    let replica =
      if let last, last.number == record.replica { last.id } else {
        try log.replica(record.replica)
      }
    last = (record.replica, replica)
    return History.Transaction(
      token: History.Token(store: storeID, transaction: number),
      dot: Dot(replica: replica, sequence: record.sequence),
      author: sender.author, context: sender.context, process: sender.process,
      wallTime: sender.wallTime, time: record.time, stampTime: record.stampTime,
      schemaVersion: Int(clamping: sender.schemaVersion),
      isRemote: record.flags & TransactionRecord.isRemote != 0,
      isRetracted: try log.isRetracted(number), isVoid: try log.isVoid(record),
      positions: record.positions)
  }

  /// The event at a position.
  public func event(_ position: UInt64) throws -> History.Event {
    try log.withEvent(position) { record, payload in
      let name = try EventNames.read(log, record.type, position)
      return History.Event(
        position: position, transaction: record.transaction, kind: name.kind,
        entity: record.entity.id, type: name.type, payload: [UInt8](payload))
    }
  }

  /// The place after the newest transaction.
  public func token() throws -> History.Token {
    History.Token(store: storeID, transaction: try newestNumber())
  }

  /// The place before the oldest transaction that was not purged; older tokens have expired.
  public func oldestToken() throws -> History.Token {
    let log = log
    log.trace?.noteLog()
    return History.Token(store: storeID, transaction: try purged())
  }

  /// The local number of the transaction that a token names.
  ///
  /// - Throws: `StoreError.foreignToken`, `expiredToken`.
  @discardableResult
  package func place(_ token: History.Token) throws -> UInt64 {
    guard token.store == storeID else {
      throw StoreError(.foreignToken, "the token \(token) belongs to another store than \(storeID)")
    }
    let purged = try purged()
    guard token.transaction >= purged else {
      let oldest = History.Token(store: storeID, transaction: purged)
      throw StoreError(
        .expiredToken,
        "the history before the token \(oldest) was purged, so \(token) has expired; start from the current state, or from that token"
      )
    }
    return token.transaction
  }

  /// The transaction after which a walk begins: the one that a token names, or the last one purged.
  func start(_ token: History.Token?) throws -> UInt64 {
    try token.map { try place($0) } ?? purged()
  }

  /// The number of the last transaction that was purged; 0 when none was.
  func purged() throws -> UInt64 { try LogCounters(log.transaction, log.tables).purged }

  /// The number of the newest transaction, which may be purged; 0 when there never was one.
  func newestNumber() throws -> UInt64 {
    log.trace?.noteLog()
    // By the counters, which have a checksum: the key of the last row may be a damaged one.
    return try LogCounters(log.transaction, log.tables).transactions
  }
}
