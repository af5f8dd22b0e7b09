extension Draft {
  /// Adds a statement about the space of the store.
  package mutating func append(_ statement: SpaceStatement) throws {
    let own = try scope.reader.replicaRecord(scope.counters.replica).space
    try scope.append(statement, in: own)
  }
}

extension Draft {
  /// Keeps the heads of those transactions that the store has after this append.
  package mutating func keep(_ heads: [SignedHead]) { scope.draft.signed += heads }

  /// The identity of the store, which is another one once something was written again; nil when it
  /// is damaged.
  package func storedIdentity() throws -> UUID? {
    try StoreIdentity.stored(scope.reading, scope.tables)?.id
  }
}
