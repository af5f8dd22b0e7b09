internal import LMDB

/// What works with the writer and is no append.
extension EventStore {
  /// Runs `body` with the writer, in an LMDB transaction that is dropped.
  func inspect<R: Sendable>(
    for call: StaticString = #function, _ body: @escaping @Sendable (inout WriteScope) throws -> R
  ) throws -> R {
    try perform(call) { transactor in try transactor.inspect(body) }
  }

  /// Runs `body` with the writer, in an LMDB transaction of its own, which is on the disk when this
  /// returns, whatever was asked of the commit before.
  func change<R: Sendable>(
    for call: StaticString = #function, _ body: @escaping @Sendable (inout WriteScope) throws -> R
  ) throws -> R {
    let (options, environment) = (options, environment)
    return try perform(call) { transactor in
      let before = environment.environment.lastTransactionID
      let result = try transactor.write(body)
      // LMDB commits nothing when nothing was changed.
      if environment.environment.lastTransactionID > before { options.didCommit?(.durable) }
      return result
    }
  }

  private func perform<R: Sendable>(
    _ call: StaticString, _ body: @escaping @Sendable (inout Transactor) throws -> R
  ) throws -> R {
    checkMayWait(in: call)
    do {
      return try writer.perform(body)
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
  }
}
