internal import LMDB

/// What works with the writer and is no append.
extension EventStore {
  /// Runs `body` with the writer, in an LMDB transaction that is dropped.
  func inspect<R: Sendable>(
    for call: StaticString = #function, _ body: @escaping @Sendable (inout WriteScope) throws -> R
  ) throws -> R {
    try perform(call) { transactor in try transactor.inspect(body) }
  }

  /// Runs `body` with the writer, in an LMDB transaction of its own.
  func change<R: Sendable>(
    for call: StaticString = #function, _ body: @escaping @Sendable (inout WriteScope) throws -> R
  ) throws -> R {
    try perform(call) { transactor in try transactor.write(body) }
  }

  private func perform<R: Sendable>(
    _ call: StaticString, _ body: @escaping @Sendable (inout Transactor) throws -> R
  ) throws -> R {
    checkMayWait(in: call)
    do {
      return try writer.perform(body)
    } catch let error as LMDBError {
      throw StoreError(environment.environment.explained(error), path: path)
    }
  }
}
