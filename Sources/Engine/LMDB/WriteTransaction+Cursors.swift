internal import CDaybook

extension WriteTransaction {
  /// Keeps a cursor for each table from now on; `cursors` must outlive the transaction.
  public mutating func keepCursors(in cursors: borrowing TableCursors) {
    cursors.forget()
    self.cursors = cursors.cursors
  }

  /// The cursor of a table; nil when none are kept.
  @inlinable @inline(__always)
  mutating func cursor(_ table: UInt32) throws(LMDBError) -> OpaquePointer? {
    guard let cursors else { return nil }
    // Safety: there is a slot for every table that LMDB opens, and `TableCursors` outlives this.
    if let cursor = cursors[Int(table)] { return cursor }
    return try openCursor(table, cursors)
  }

  @usableFromInline
  mutating func openCursor(
    _ table: UInt32, _ cursors: UnsafeMutablePointer<OpaquePointer?>
  ) throws(LMDBError) -> OpaquePointer? {
    var opened: OpaquePointer?
    try check(mdb_cursor_open(handle, table, &opened), "mdb_cursor_open")
    cursors[Int(table)] = opened
    return opened
  }
}
