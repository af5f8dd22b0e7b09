extension EventStore {
  /// What `undo(transaction:)` of each transaction of a save would change: of the transaction, and
  /// of what was written together with it (``Draft/joinUndoGroup(of:)``).
  ///
  /// Works as the undo does and is dropped: appends of the app wait for it as for another append.
  /// O(t) for t transactions since, and the changes.
  ///
  /// - Throws: as `undo(transaction:)`.
  @available(*, noasync)
  public func preview(undo number: UInt64) throws -> DraftPreview {
    try preview { try $0.undo(saveOf: number) }
  }

  /// As the other `preview(undo:)`, off the caller's actor.
  public func preview(undo number: UInt64) async throws -> DraftPreview {
    try await preview { try $0.undo(saveOf: number) }
  }

  /// What `redo(transaction:)` would change.
  ///
  /// - Throws: as `redo(transaction:)`.
  @available(*, noasync)
  public func preview(redo number: UInt64) throws -> DraftPreview {
    try preview {
      try $0.redo(transaction: number)
      return [number]
    }
  }

  private func preview(
    _ body: @escaping @Sendable (inout Draft) throws -> [UInt64]
  ) throws -> DraftPreview {
    try trial { try Self.preview(body, &$0) }
  }

  private func preview(
    _ body: @escaping @Sendable (inout Draft) throws -> [UInt64]
  ) async throws -> DraftPreview {
    do {
      return try await write { draft -> DraftPreview in
        throw Dropped(value: try Self.preview(body, &draft))
      }
    } catch let dropped as Dropped<DraftPreview> {
      return dropped.value
    }
  }

  private static func preview(
    _ body: (inout Draft) throws -> [UInt64], _ draft: inout Draft
  ) throws -> DraftPreview {
    let transactions = try body(&draft)
    let changes = try draft.token.map { try draft.now().changes(in: $0.number) } ?? []
    return DraftPreview(transactions: transactions.sorted(), changes: changes)
  }

  /// Runs `body` as an append would, drops what it did, and returns what it returns.
  ///
  /// For showing what something would do: within `body` `draft.now()` reads what it leaves.
  ///
  /// - Throws: what `body` throws.
  @available(*, noasync)
  package func trial<R: Sendable>(
    author: String? = nil, context: String? = nil,
    _ body: @escaping @Sendable (inout Draft) throws -> R
  ) throws -> R {
    do {
      return try write(author: author, context: context) { draft -> R in
        throw Dropped(value: try body(&draft))
      }
    } catch let dropped as Dropped<R> {
      return dropped.value
    }
  }
}

/// Ends a draft that was only to show what it would do.
private struct Dropped<Value: Sendable>: Error {
  let value: Value
}
