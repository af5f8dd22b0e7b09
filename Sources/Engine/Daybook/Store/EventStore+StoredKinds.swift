internal import LMDB

extension EventStore {
  /// The kinds of which the store holds entities, also those that its schema does not know.
  ///
  /// O(k log n) for k kinds.
  package func storedKinds() throws -> [String] {
    try inspect { scope in
      let read: BorrowedTransaction = scope.reading
      return try scope.names.all.enumerated().compactMap { index, name in
        guard name.sort == Names.Sort.kind.rawValue else { return nil }
        var cursor = try read.cursor(scope.tables.entities)
        let isThere = try withUnsafeBytes(of: UInt32(index + 1).bigEndian) { kind in
          // A damaged row behind the key says as much as a sound one.
          try cursor.seek(kind) && cursor.key.withUnsafeBytes { $0.starts(with: kind) }
        }
        return isThere ? name.text : nil
      }
    }
  }

  /// The projections of which the store holds rows, also those that its schema does not have.
  ///
  /// O(p log n) for p projections.
  package func storedProjections() throws -> [String] {
    try inspect { scope in
      let read: BorrowedTransaction = scope.reading
      return try scope.counters.projections.indices.compactMap { number in
        let stored = try ProjectionDefinition.stored(number, read, scope.tables)
        return stored.isLive || stored.buildFingerprint != nil ? stored.name : nil
      }
    }
  }
}
