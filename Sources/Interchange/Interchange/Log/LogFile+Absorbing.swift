public import Daybook

extension LogFile {
  /// What came of taking a log in.
  public struct Report: Sendable, Hashable, Codable {
    /// Transactions in the file.
    public let transactions: UInt64
    /// Those that the store did not have yet.
    public let absorbed: UInt64
    /// Events of those.
    public let events: UInt64
  }

  /// Takes the transactions of the file into a store, each once.
  ///
  /// The file is read twice. The first time everything is checked: each line, the digest, and
  /// whether the store would take each message in; nothing is written before. A process that is
  /// killed afterwards leaves the first of them, and the next call takes in the rest. A store that
  /// has nothing but what is in the file, such as an empty one, becomes what the file's store was.
  /// A store that never had a projection remembers with which parameters the file's store built
  /// it. A store that is shared takes in nothing, because a log has no signatures.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - now: the wall clock: what another store wrote may be at most a day ahead of it.
  ///   - progress: gets the number of transactions gone through, and of all.
  /// - Throws: `InterchangeError`: as `init(_:)`, and `sourceChanged`; `StoreError`:
  ///   `foreignSpace`, `forkedReplica`, `missingTransaction`, `unsigned`, `clockAhead`, whose
  ///   messages name the line, and `diskFull`.
  @discardableResult
  public func absorb(
    into store: EventStore, now: Date = Date(),
    progress: @escaping @Sendable (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
  ) async throws -> Report {
    try await OwnThread.value { try take(into: store, now: now, progress: progress) }
  }

  /// The blocking twin of the asynchronous `absorb`.
  @available(*, noasync)
  @discardableResult
  public func absorb(
    into store: EventStore, now: Date = Date(),
    progress: (_ done: UInt64, _ all: UInt64) -> Void = { _, _ in }
  ) throws -> Report {
    try take(into: store, now: now, progress: progress)
  }

  private func take(
    into store: EventStore, now: Date, progress: (_ done: UInt64, _ all: UInt64) -> Void
  ) throws -> Report {
    let state = try FileState(url, name)
    let (isOwnPast, events) = try check(store, now)
    guard try FileState(url, name) == state else { throw changed }
    var newest = try store.read { try $0.token().number }
    var absorbed: UInt64 = 0
    try forEach { number, message in
      let token =
        isOwnPast ? try store.restore(message) : try store.absorb(message, durability: .bulk)
      if token.number > newest {
        newest = token.number
        absorbed += 1
      }
      if number % 1024 == 0 { progress(number - after, transactions) }
      return true
    }
    try store.remember(preamble.views)
    try store.flush()
    progress(transactions, transactions)
    return Report(transactions: transactions, absorbed: absorbed, events: events)
  }

  /// Checks every line against the store.
  ///
  /// - Returns: whether all that is in the store is in the file, and how many events are new.
  private func check(
    _ store: EventStore, _ now: Date
  ) throws -> (isOwnPast: Bool, events: UInt64) {
    var events: UInt64 = 0
    var check = MessageCheck(now: now)
    var doubtful: Int?
    let file = try LogFile(url) { item, line in
      do {
        let isKnown = try store.read { try check.add(item.message, item.bytes, $0) }
        if !isKnown { events += UInt64(item.message.events.count) }
      } catch let error as StoreError {
        throw StoreError(error.code, "\(name), line \(line): \(error.message)")
      }
      if check.doubt != nil { doubtful = doubtful ?? line }
    }
    guard file.preamble == preamble else { throw changed }
    let isOwnPast = try store.read { reader in
      try check.known == reader.token().number && reader.oldestToken().number == 0
    }
    if let doubt = check.doubt, let doubtful, !isOwnPast {
      throw StoreError(doubt.code, "\(name), line \(doubtful): \(doubt.message)")
    }
    return (isOwnPast, events)
  }
}
