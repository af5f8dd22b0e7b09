internal import LMDB

/// Begins and ends the writer's LMDB transactions, one at a time.
///
/// What is in memory moves from `IdleWriter` to `WriteScope` and back, so that the compiler knows
/// whether there is a transaction.
struct Transactor: ~Copyable {
  private enum Phase: ~Copyable {
    case idle(IdleWriter)
    /// Left open between two appends that may wait for their commit.
    case open(WriteScope)
    /// A caller has it.
    case lent
  }

  let context: WriterContext
  private var phase: Phase

  init(_ idle: consuming IdleWriter) {
    context = idle.context
    phase = .idle(idle)
  }

  /// Whether a transaction was left open.
  var isOpen: Bool {
    switch phase {
    case .open: true
    case .idle: false
    case .lent: false
    }
  }

  /// Whether a caller has the transaction.
  private var isLent: Bool {
    switch phase {
    case .lent: true
    case .idle: false
    case .open: false
    }
  }

  /// The transaction that was left open, or a new one that has taken over what other processes
  /// wrote.
  ///
  /// Whoever gets it hands it to `keep`, `commit` or `abort`.
  mutating func begin() throws -> WriteScope {
    switch exchange(&phase, with: .lent) {
    case .open(let scope): return scope
    case .idle(let idle): return try begin(idle)
    case .lent: misuse("a transaction was begun within another one")
    }
  }

  private mutating func begin(_ idle: consuming IdleWriter) throws -> WriteScope {
    let transaction: WriteTransaction
    do {
      if idle.state.value.known.isOpen { try context.pages.requireSound() }
      transaction = try context.environment.environment.beginWrite()
    } catch {
      phase = .idle(idle)
      throw error
    }
    var scope = WriteScope(idle, transaction)
    do { try scope.takeOver() } catch {
      abort(scope)
      throw error
    }
    return scope
  }

  /// Leaves a transaction open for the next caller.
  mutating func keep(_ scope: consuming WriteScope) {
    invariant(isLent, "a transaction is left open beside another one")
    phase = .open(scope)
  }

  /// Drops a transaction; the next one reads the counters anew.
  mutating func abort(_ scope: consuming WriteScope) {
    invariant(isLent, "a transaction is dropped beside another one")
    phase = .idle(scope.abort())
  }

  /// Commits a transaction; one that cannot be committed is dropped.
  mutating func commit(_ scope: consuming WriteScope, isDurable: Bool) throws {
    invariant(isLent, "a transaction is committed beside another one")
    let ended = scope.commit(isDurable: isDurable)
    let failure = ended.failure
    phase = .idle(ended.idle)
    if let failure { throw failure }
  }

  // MARK: Whole transactions

  /// Runs `body` in a durable LMDB transaction of its own; again when the file has to grow.
  mutating func write<R>(_ body: (inout WriteScope) throws -> R) throws -> R {
    try growing { transactor throws in
      var scope = try transactor.begin()
      let result: R
      do { result = try body(&scope) } catch {
        transactor.abort(scope)
        throw error
      }
      try transactor.commit(scope, isDurable: true)
      return result
    }
  }

  /// Runs `body` in an LMDB transaction that is dropped afterwards.
  mutating func inspect<R>(_ body: (inout WriteScope) throws -> R) throws -> R {
    try growing { transactor throws in
      var scope = try transactor.begin()
      let result = Result { try body(&scope) }
      transactor.abort(scope)
      return try result.get()
    }
  }

  private mutating func growing<R>(_ body: (inout Transactor) throws -> R) throws -> R {
    while true {
      do { return try body(&self) } catch let error as LMDBError where error.code == .mapFull {
        try context.environment.environment.growMap()
      }
    }
  }
}
