internal import LMDB

/// Folding every entity of a kind anew, because the kind's revision or its events have changed.
///
/// Some thousand entities a transaction, fewer when another process has the store open; the last
/// key is kept in the same commit, so one that was killed goes on where it was.
enum KindRefold {
  /// Entities in one transaction.
  private static let step = 10_000
  /// Entities in one for which another process may have to wait.
  private static let shortStep = 1_000

  /// Claims a kind whose stored states are not those of this schema, or leaves it to the version of
  /// the app that has a higher revision. Only when a store is opened, so nobody folds by turns.
  static func claim(_ kind: WrittenKind, _ scope: inout WriteScope) throws {
    var definition =
      try KindDefinition.stored(kind.number, scope.reading, scope.tables)
      ?? KindDefinition(fingerprint: "", revision: 0)
    kind.foreign = nil
    if definition.isCurrent(kind.fingerprint) { return }
    if definition.highestRevision > UInt64(kind.storedRevision) {
      kind.foreign = definition
    } else if definition.refoldFingerprint != kind.fingerprint {
      definition.refoldFingerprint = kind.fingerprint
      definition.refoldRevision = UInt64(kind.storedRevision)
      definition.refoldKey = []
      try definition.save(kind.number, &scope)
    }
  }

  /// Folds the next states of a kind that is claimed. Returns whether that has ended, also because
  /// another process that was opened later has claimed the kind.
  static func advance(_ kind: WrittenKind, _ scope: inout WriteScope) throws -> Bool {
    guard
      var definition = try KindDefinition.stored(kind.number, scope.reading, scope.tables),
      kind.foreign == nil, !definition.isCurrent(kind.fingerprint)
    else { return true }
    if definition.refoldFingerprint == nil, definition.fingerprint.isEmpty {
      // A process that does not know the kind has taken in events of it meanwhile.
      try claim(kind, &scope)
      return kind.foreign != nil
    }
    guard definition.refoldFingerprint == kind.fingerprint else {
      kind.foreign = definition
      return true
    }
    // Rows that lack what others wrote would not take in what comes of the fold.
    if scope.projections.contains(where: \.isBehind) { return false }
    let step = scope.context.environment.environment.isOpenElsewhere ? shortStep : step
    let keys = try entities(kind, after: definition.refoldKey, &scope, limit: step)
    for key in keys { try kind.operations.markUnreadable(&scope, key.id) }
    try scope.refold(kind)
    try scope.flushTouched()
    invariant(
      keys.allSatisfy { key in
        key.withBytes { definition.refoldKey.lexicographicallyPrecedes($0) }
      }, "a kind is folded anew from behind where it was")
    if let last = keys.last, keys.count == step {
      definition.refoldKey = last.withBytes { [UInt8]($0) }
    } else {
      definition = KindDefinition(
        fingerprint: kind.fingerprint, revision: UInt64(kind.storedRevision))
    }
    try definition.save(kind.number, &scope)
    return definition.refoldFingerprint == nil
  }

  private static func entities(
    _ kind: WrittenKind, after last: [UInt8], _ scope: inout WriteScope, limit: Int
  ) throws -> [EntityKey] {
    let prefix = withUnsafeBytes(of: kind.number.bigEndian) { [UInt8]($0) }
    let read: BorrowedTransaction = scope.reading
    var cursor = try read.cursor(scope.tables.entities)
    let start = last.isEmpty ? prefix : last
    // Safety: LMDB reads the key during the call only.
    var more = try cursor.seek(start.span.bytes.withUnsafeBytes { $0 })
    extendLifetime(start)
    var keys: [EntityKey] = []
    while more, keys.count < limit {
      let key = cursor.key.withUnsafeBytes { EntityKey($0) }
      guard let key, key.kind == kind.number else { break }
      if !key.withBytes({ $0.elementsEqual(last) }) { keys.append(key) }
      more = try cursor.next()
    }
    return keys
  }
}
