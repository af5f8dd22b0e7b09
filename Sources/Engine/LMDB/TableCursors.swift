internal import CDaybook

/// A cursor for each table that a writing transaction has touched.
///
/// A put near the last one in the same table then needs no new search from the root. Opening a
/// cursor costs about 300 instructions and a small allocation: it pays from some puts in a table
/// on.
///
/// LMDB closes the cursors at the end of their transaction.
public struct TableCursors: ~Copyable {
  // Safety: allocated for `count` cursors and freed by `deinit`; a transaction that keeps cursors
  // does not outlive them.
  @usableFromInline let cursors: UnsafeMutablePointer<OpaquePointer?>
  private let count: Int

  /// Makes room for the cursors of as many tables as an environment may have.
  public init(tables: Int) {
    // LMDB has two tables of its own.
    count = tables + 2
    cursors = .allocate(capacity: count)
    cursors.initialize(repeating: nil, count: count)
  }

  deinit { cursors.deallocate() }

  /// Forgets the cursors of an earlier transaction, which LMDB has closed.
  func forget() { cursors.update(repeating: nil, count: count) }
}

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
