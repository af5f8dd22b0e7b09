internal import LMDB

extension EventStore {
  /// Opens the same store with another schema while this one goes on, such as for another day
  /// boundary.
  ///
  /// ```swift
  /// let next = try await store.reopened(with: .nursery(boundary: evening))
  /// try await store.close()
  /// store = next
  /// ```
  /// What the new schema changes is built anew before it returns. Meanwhile this store reads, with
  /// the rows that it had, and writes; what it writes is in the new rows too. Afterwards it should
  /// be closed: reading what the new one has taken over throws `viewKeptByOther`. The file stays
  /// open until each of both is closed or nobody has it any more. Both see what the other commits
  /// as that of another process.
  ///
  /// - Parameter schema: as for `open`; the options are those of this store.
  /// - Throws: as `open`; `StoreError.closed`.
  public func reopened(with schema: Schema) async throws -> EventStore {
    try await OwnThread.value { try self.openAgain(with: schema) }
  }

  /// The blocking twin of the asynchronous `reopened`.
  ///
  /// Within a `read` or an append of the same store it would wait for itself, so that ends the
  /// process.
  @available(*, noasync)
  public func reopened(with schema: Schema) throws -> EventStore {
    checkMayWait(in: "reopened")
    return try openAgain(with: schema)
  }

  private func openAgain(with schema: Schema) throws -> EventStore {
    try schema.check()
    guard let environment = environment.shared() else { throw closed }
    var options = options
    options.createsStore = false
    do {
      return try EventStore(path: path, environment: environment, schema: schema, options: options)
    } catch {
      throw (error as? LMDBError).map { StoreError($0, path: path) } ?? error
    }
  }
}
