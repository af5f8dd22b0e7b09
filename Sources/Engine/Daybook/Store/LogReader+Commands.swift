extension LogReader {
  /// The transaction that took in an inbox message, or carried out a command; nil when none has.
  func transaction(ingesting id: UUID) throws -> UInt64? {
    try withUnsafeBytes(of: id.uuid) { key in
      guard let row = try transaction.row(tables.inbox, key) else { return nil }
      guard row.count == 8 else { throw transaction.damaged(tables.inbox, key) }
      return row.load(0)
    }
  }
}
