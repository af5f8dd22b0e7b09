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

  /// What `redo(transaction:)` would change: of the transaction, and of what an undo took back
  /// together with it.
  ///
  /// - Throws: as `redo(transaction:)`.
  @available(*, noasync)
  public func preview(redo number: UInt64) throws -> DraftPreview {
    try preview { draft in
      let undos = try draft.redo(undosOf: number)
      return try draft.counting(number, without: undos)
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
    return DraftPreview(transactions: transactions, changes: changes)
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

extension Draft {
  /// The transactions that count again now that some undos do not, ascending; one of them is known.
  fileprivate func counting(_ known: UInt64, without undos: [UInt64]) throws -> [UInt64] {
    let reader = try now()
    var found: Set<UInt64> = [known]
    for undo in undos where try reader.transaction(undo) != nil {
      for number in try reader.transactions(takenBackBy: undo)
      where try reader.transaction(number)?.isRetracted == false {
        found.insert(number)
      }
    }
    return found.sorted()
  }
}

/// Ends a draft that was only to show what it would do.
private struct Dropped<Value: Sendable>: Error {
  let value: Value
}
