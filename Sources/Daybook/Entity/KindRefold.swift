internal import LMDB

/// Folding every entity of a kind anew, because the kind's revision or its events have changed.
///
/// Some thousand entities a transaction; the last key is kept in the same commit, so one that was
/// killed goes on where it was.
enum KindRefold {
  /// Entities in one transaction.
  static let step = 10_000

  /// Brings the stored states of a kind up to the schema. Returns whether they are.
  static func advance(_ type: AnyEntityType, _ session: WriteSession) throws -> Bool {
    let stored = try KindDefinition.stored(type.number, session.reading, session.tables)
    var definition = stored ?? KindDefinition(fingerprint: "")
    if definition.fingerprint == type.fingerprint, definition.refoldFingerprint == nil {
      return true
    }
    if definition.refoldFingerprint != type.fingerprint {
      definition.refoldFingerprint = type.fingerprint
      definition.refoldKey = []
    }
    let keys = try entities(type, after: definition.refoldKey, session)
    for key in keys { try type.open(session, id: key.id) }
    try type.refold(session)
    try type.flush(session)
    if let last = keys.last, keys.count == step {
      definition.refoldKey = last.withBytes { [UInt8]($0) }
    } else {
      definition = KindDefinition(fingerprint: type.fingerprint)
    }
    try definition.save(type.number, session)
    return definition.refoldFingerprint == nil
  }

  private static func entities(
    _ type: AnyEntityType, after last: [UInt8], _ session: WriteSession
  ) throws -> [EntityKey] {
    let prefix = [UInt8(type.number >> 8), UInt8(type.number & 0xFF)]
    let read: BorrowedTransaction = session.reading
    var cursor = try read.cursor(session.tables.entities)
    let start = last.isEmpty ? prefix : last
    // Safety: LMDB reads the key during the call only.
    var more = try cursor.seek(start.span.bytes.withUnsafeBytes { $0 })
    extendLifetime(start)
    var keys: [EntityKey] = []
    while more, keys.count < step {
      let key = cursor.key.withUnsafeBytes { EntityKey($0) }
      guard let key, key.kind == type.number else { break }
      if !key.withBytes({ $0.elementsEqual(last) }) { keys.append(key) }
      more = try cursor.next()
    }
    return keys
  }
}
