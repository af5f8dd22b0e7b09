internal import Synchronization

extension EventStore {
  /// Writes one transaction as `append` does, and returns what `body` returns.
  ///
  /// ```swift
  /// let id = try await store.write { draft in
  ///   let id = UUID.timeOrdered()
  ///   try draft.append(.created(title: "Milk"), to: Note.self, id)
  ///   return id
  /// }
  /// ```
  /// `body` may run again (when the file has to grow); the value is that of the run that was
  /// committed. Return `draft.token` beside it to know the transaction. Costs what `append` does,
  /// and two allocations.
  ///
  /// - Parameters:
  ///   - author: who writes, for the history.
  ///   - context: why or by what means, for the history.
  ///   - stamp: an earlier time for the events' place in the canonical order, for old records.
  ///   - durability: what is to be on disk when it returns; not `.bulk`.
  ///   - body: appends the events to the draft.
  /// - Throws: what `body` throws, with nothing written; or a `StoreError`, `invalidArgument` for
  ///   `.bulk`: such a transaction may run again after its value was given out.
  public func write<R: Sendable>(
    author: String? = nil, context: String? = nil, stamp: HybridTime? = nil,
    durability: Durability = .durable,
    _ body: @escaping @Sendable (inout Draft) throws -> R
  ) async throws -> R {
    let last = try LastRun<R>(durability)
    try await append(author: author, context: context, stamp: stamp, durability: durability) {
      try last.run(body, &$0)
    }
    return try last.existing()
  }

  /// The blocking twin of the asynchronous `write`; where it may be called, see `append`.
  @available(*, noasync)
  public func write<R: Sendable>(
    author: String? = nil, context: String? = nil, stamp: HybridTime? = nil,
    durability: Durability = .durable,
    _ body: @escaping @Sendable (inout Draft) throws -> R
  ) throws -> R {
    let last = try LastRun<R>(durability)
    try append(author: author, context: context, stamp: stamp, durability: durability) {
      try last.run(body, &$0)
    }
    return try last.existing()
  }
}

/// What a closure returned when it ran last; each run takes the place of the one before.
final class LastRun<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)

  /// - Throws: `StoreError.invalidArgument` for `.bulk`, whose closures may run after they were
  ///   acknowledged.
  init(_ durability: Durability) throws {
    guard durability == .bulk else { return }
    throw StoreError(
      .invalidArgument,
      "a write that returns a value cannot be .bulk, because its closure may run again after it has returned; use .relaxed, or append and make the value outside of the closure"
    )
  }

  func run(_ body: (inout Draft) throws -> Value, _ draft: inout Draft) throws {
    let value = try body(&draft)
    known.withLock { $0 = value }
  }

  func forget() { known.withLock { $0 = nil } }

  /// What the last run returned; nil when there was none.
  var value: Value? { known.withLock { $0 } }

  /// What the last run of a closure returned that must have run.
  func existing() throws -> Value {
    guard let value else { throw CancellationError() }
    return value
  }
}
