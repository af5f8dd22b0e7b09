internal import LMDB

extension Draft {
  /// Adds a statement about the space of the store.
  package mutating func append(_ statement: SpaceStatement) throws {
    let own = try scope.reader.replicaRecord(scope.heads.replica).space
    try scope.append(statement, in: own)
  }
}

extension Draft {
  /// Keeps what writers vouch for their transactions with, when those are here at the end.
  package mutating func keep(_ heads: [SignedHead]) { scope.draft.signed += heads }
}
