internal import LMDB

/// Folding every entity of a kind anew, because the kind's revision or its events have changed.
///
/// Some thousand entities a transaction; the last key is kept in the same commit, so one that was
/// killed goes on where it was.
enum KindRefold {
  /// Entities in one transaction.
  static let step = 10_000

  /// Brings the stored states of a kind up to the schema. Returns whether they are.
  static func advance(_ kind: EntityKind, _ session: WriteSession) throws -> Bool {
    let stored = try KindDefinition.stored(kind.number, session.reading, session.tables)
    var definition = stored ?? KindDefinition(fingerprint: "")
    if definition.fingerprint == kind.fingerprint, definition.refoldFingerprint == nil {
      return true
    }
    if definition.refoldFingerprint != kind.fingerprint {
      definition.refoldFingerprint = kind.fingerprint
      definition.refoldKey = []
    }
    let keys = try entities(kind, after: definition.refoldKey, session)
    for key in keys { try kind.operations.reopen(session, key.id) }
    try session.refold(kind)
    try kind.operations.flush(session)
    if let last = keys.last, keys.count == step {
      definition.refoldKey = last.withBytes { [UInt8]($0) }
    } else {
      definition = KindDefinition(fingerprint: kind.fingerprint)
    }
    try definition.save(kind.number, session)
    return definition.refoldFingerprint == nil
  }

  private static func entities(
    _ kind: EntityKind, after last: [UInt8], _ session: WriteSession
  ) throws -> [EntityKey] {
    let prefix = withUnsafeBytes(of: kind.number.bigEndian) { [UInt8]($0) }
    let read: BorrowedTransaction = session.reading
    var cursor = try read.cursor(session.tables.entities)
    let start = last.isEmpty ? prefix : last
    // Safety: LMDB reads the key during the call only.
    var more = try cursor.seek(start.span.bytes.withUnsafeBytes { $0 })
    extendLifetime(start)
    var keys: [EntityKey] = []
    while more, keys.count < step {
      let key = cursor.key.withUnsafeBytes { EntityKey($0) }
      guard let key, key.kind == kind.number else { break }
      if !key.withBytes({ $0.elementsEqual(last) }) { keys.append(key) }
      more = try cursor.next()
    }
    return keys
  }
}
