/// The outcome of a command, given for the first time or again.
public struct CommandResult<Value: Sendable>: Sendable {
  /// The transaction that carried the command out, now or when it was given first.
  public let token: History.Token
  /// What the closure returned; nil when the command had been carried out before, so that it did
  /// not run.
  public let value: Value?
}

extension EventStore {
  /// Writes one transaction as the plain `append` does, but once for a command, however often it is
  /// given.
  ///
  /// Make the identifier where the command arises, such as where a button is pressed, and use it
  /// again when you cannot tell whether the first try was written. The first append stores it in
  /// the same commit as its events. Each later one, in any process and after any restart, writes
  /// nothing, does not run `body`, and returns the token of the first.
  ///
  /// A command is remembered for ever, 28 bytes each: also when its transaction was taken back, and
  /// when it was purged, in which case the token has expired. Where a salvage did not find the
  /// transaction, the token is the place before all of them. Identifiers of inbox messages are
  /// remembered in the same place. It is remembered by this store alone and does not travel with
  /// messages. A `body` that appends nothing or throws leaves the command open.
  ///
  /// Costs what `append` does, one look at a table, and one more row.
  ///
  /// - Parameters:
  ///   - command: names what is to be done once.
  ///   - author: who writes, for the history.
  ///   - context: why or by what means, for the history.
  ///   - stamp: an earlier time for the events' place in the canonical order, for old records.
  ///   - durability: what is to be on disk when it returns.
  ///   - body: appends the events to the draft.
  /// - Throws: what `body` throws, with nothing written; or a `StoreError`.
  @discardableResult
  public func append(
    command: UUID, author: String? = nil, context: String? = nil, stamp: HybridTime? = nil,
    durability: Durability = .durable,
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) async throws -> History.Token {
    try await append(author: author, context: context, stamp: stamp, durability: durability) {
      try $0.carryOut(command, body)
    }
  }

  /// The blocking twin of the asynchronous `append` of a command.
  @available(*, noasync)
  @discardableResult
  public func append(
    command: UUID, author: String? = nil, context: String? = nil, stamp: HybridTime? = nil,
    durability: Durability = .durable,
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) throws -> History.Token {
    try append(author: author, context: context, stamp: stamp, durability: durability) {
      try $0.carryOut(command, body)
    }
  }

  /// Writes one transaction, once for a command, and returns its token with what `body` returns.
  ///
  /// As `append` of a command; the value is nil when the command was carried out before.
  ///
  /// - Parameters:
  ///   - command: names what is to be done once.
  ///   - author: who writes, for the history.
  ///   - context: why or by what means, for the history.
  ///   - stamp: an earlier time for the events' place in the canonical order, for old records.
  ///   - durability: what is to be on disk when it returns; not `.bulk`.
  ///   - body: appends the events to the draft.
  /// - Throws: what `body` throws, with nothing written; or a `StoreError`, `invalidArgument` for
  ///   `.bulk`.
  public func write<R: Sendable>(
    command: UUID, author: String? = nil, context: String? = nil, stamp: HybridTime? = nil,
    durability: Durability = .durable,
    _ body: @escaping @Sendable (inout Draft) throws -> R
  ) async throws -> CommandResult<R> {
    let last = try LastRun<R>(durability)
    let token = try await append(
      author: author, context: context, stamp: stamp, durability: durability
    ) { try $0.carryOut(command, body, last) }
    return CommandResult(token: token, value: last.value)
  }

  /// The blocking twin of the asynchronous `write` of a command.
  @available(*, noasync)
  public func write<R: Sendable>(
    command: UUID, author: String? = nil, context: String? = nil, stamp: HybridTime? = nil,
    durability: Durability = .durable,
    _ body: @escaping @Sendable (inout Draft) throws -> R
  ) throws -> CommandResult<R> {
    let last = try LastRun<R>(durability)
    let token = try append(
      author: author, context: context, stamp: stamp, durability: durability
    ) { try $0.carryOut(command, body, last) }
    return CommandResult(token: token, value: last.value)
  }
}

extension Draft {
  /// Runs `body` unless the command was carried out before; then the draft stays empty and has the
  /// token of the transaction that carried it out.
  fileprivate mutating func carryOut(
    _ command: UUID, _ body: (inout Draft) throws -> Void
  ) throws {
    if let number = try scope.reader.transaction(ingesting: command) {
      scope.draft.known = number
      return
    }
    // Before the events: reading the draft stores it with those that there are.
    scope.draft.ingested = command
    try body(&self)
  }

  fileprivate mutating func carryOut<R>(
    _ command: UUID, _ body: (inout Draft) throws -> R, _ last: LastRun<R>
  ) throws {
    // Another process may have carried it out between two runs.
    last.forget()
    try carryOut(command) { try last.run(body, &$0) }
  }
}
