extension LogReader {
  /// Why the fold of an entity has left out the event at a position; nil when it did not.
  func failure(of key: EntityKey, at position: UInt64) throws -> String? {
    try failure(QuarantineKey(owner: .fold, entity: key, position: position))
  }

  /// The text of what is in quarantine under a key; nil when nothing is.
  func failure(_ key: QuarantineKey) throws -> String? {
    try key.bytes.withUnsafeBytes { name in
      guard let row = try transaction.row(tables.quarantine, name) else { return nil }
      var reader = PayloadReader(row.bytes)
      while let field = try reader.next() { if field == 1 { return try reader.string() } }
      return ""
    }
  }
}
