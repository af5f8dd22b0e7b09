extension EventStore {
  /// Takes in a transaction of another store, as `Reader.message(of:)` gave it.
  ///
  /// A transaction that is here already is left as it is, so messages may come twice. Those of one
  /// replica have to come in their order; replicas may be mixed. Its events take their place in the
  /// canonical order, whenever they arrive, and events that the schema does not know are kept.
  ///
  /// A message is taken in only if `Reader.message(of:)` would give the same bytes again, so that
  /// nothing of it is lost to those who get it from here. A message that is refused leaves no
  /// trace; the sender keeps it and may send it again.
  ///
  /// - Returns: the token of the transaction in this store.
  /// - Throws: `StoreError.invalidArgument` for bytes that are not a message, `newerMessage` for
  ///   one that holds what this version does not know, `missingTransaction` when an earlier
  ///   transaction of its replica is not here, `clockAhead` when it is more than a day ahead of
  ///   `StoreOptions.now`, `forkedReplica` when the store has another transaction with its
  ///   identity, `foreignSpace` when it belongs to another space, `tooLarge` when it exceeds a
  ///   limit, which the message names.
  @discardableResult
  public func absorb(
    _ message: [UInt8], durability: Durability = .durable
  ) async throws -> History.Token {
    try await append(durability: durability) { draft in try draft.absorb(message) }
  }

  /// The blocking twin of the asynchronous `absorb`.
  @available(*, noasync)
  @discardableResult
  public func absorb(
    _ message: [UInt8], durability: Durability = .durable
  ) throws -> History.Token {
    try append(durability: durability) { draft in try draft.absorb(message) }
  }
}

extension EventStore {
  /// Takes in a message of a store that is being restored, in its order, without a flush.
  ///
  /// The store that wrote it down had accepted it, so its clock is not doubted, and what was
  /// lost before it is not asked for.
  @available(*, noasync)
  package func restore(_ message: [UInt8]) throws -> History.Token {
    try append(durability: .bulk) { draft in try draft.absorb(message, isSalvaged: true) }
  }
}

extension Draft {
  fileprivate mutating func absorb(_ bytes: [UInt8], isSalvaged: Bool = false) throws {
    try scope.absorb(ArrivingTransaction(bytes), isSalvaged: isSalvaged)
  }
}
