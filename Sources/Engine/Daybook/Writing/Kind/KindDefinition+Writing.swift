internal import LMDB

extension KindDefinition {
  /// Finds out which kinds another version of the app has folded, or folds.
  static func check(
    _ kinds: [WrittenKind], _ transaction: BorrowedTransaction, _ tables: LogTables
  ) throws {
    for kind in kinds {
      let known = try stored(kind.number, transaction, tables)
      kind.foreign = known.flatMap { $0.isCurrent(kind.fingerprint) ? nil : $0 }
    }
  }

  func save(_ kind: UInt32, _ scope: inout WriteScope) throws {
    scope.rows.buffers.scratch.truncate()
    scope.rows.buffers.scratch.string(1, fingerprint)
    scope.rows.buffers.scratch.string(2, refoldFingerprint)
    refoldKey.withUnsafeBytes { scope.rows.buffers.scratch.bytes(3, $0) }
    scope.rows.buffers.scratch.uint(4, revision)
    if refoldFingerprint != nil { scope.rows.buffers.scratch.uint(5, refoldRevision) }
    try MetaKey.kind(Int(kind)).withBytes { key in
      try scope.rows.transaction.put(scope.tables.meta, key, sealing: &scope.rows.buffers.scratch)
    }
    scope.counters.generation += 1
  }
}
