internal import LMDB

extension ProjectionRuntime {
  /// Reads the description as it is on disk.
  func reload(_ transaction: BorrowedTransaction, _ meta: Table<LexicalOrder>) throws {
    try MetaKey.projection(head).withBytes { key in
      guard let span = try transaction.value(meta, key) else { return }
      definition = try span.withUnsafeBytes { try ProjectionDefinition($0) }
    }
  }

  /// Writes the description.
  func save(_ session: WriteSession) throws {
    definition.encode(into: &session.scratch)
    try MetaKey.projection(head).withBytes { key in
      try session.transaction!.put(session.tables.meta, key, session.scratch.bytes)
    }
  }
}
