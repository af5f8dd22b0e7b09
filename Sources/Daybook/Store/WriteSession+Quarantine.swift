internal import LMDB

extension WriteSession {
  /// Notes which events the fold of an entity left out, in place of what was noted before.
  func quarantine(_ key: EntityKey, _ failures: [FoldFailure]) throws {
    heads.quarantined -= UInt64(try release(.fold, key))
    for failure in failures {
      let key = QuarantineKey(owner: .fold, entity: key, position: failure.position)
      try putQuarantine(key, failure.message)
    }
    heads.quarantined += UInt64(failures.count)
  }

  /// Notes one thing that was left out.
  func putQuarantine(_ key: QuarantineKey, _ message: String) throws {
    scratch.truncate()
    scratch.string(1, message)
    try key.bytes.withUnsafeBytes {
      try transaction!.put(tables.quarantine, $0, sealing: &scratch)
    }
  }

  /// Forgets what an owner left out, of one entity or of all. Returns how much it was.
  @discardableResult
  func release(_ owner: QuarantineKey.Owner, _ entity: EntityKey? = nil) throws -> Int {
    let keys = try quarantined(QuarantineKey.prefix(owner, entity))
    for key in keys {
      try key.bytes.withUnsafeBytes { _ = try transaction!.remove(tables.quarantine, $0) }
    }
    return keys.count
  }

  /// What is in quarantine, under keys that begin with `prefix`.
  func quarantined(_ prefix: [UInt8] = []) throws -> [QuarantineKey] {
    var keys: [QuarantineKey] = []
    let read: BorrowedTransaction = reading
    try prefix.withUnsafeBytes { prefix in
      try RowScan.forward(read, tables.quarantine, prefix: prefix) { key, _ in
        if let key = QuarantineKey(key) { keys.append(key) }
        return true
      }
    }
    return keys
  }
}
