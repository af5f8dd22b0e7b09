internal import CLMDB

/// A cursor for each table that a writing transaction has touched, and some more for searches.
///
/// A put near the last one in the same table then needs no new search from the root, and so does a
/// search near the last one of the same place. Opening a cursor costs about 300 instructions and a
/// small allocation: it pays from some puts in a table on.
///
/// LMDB closes the cursors at the end of their transaction.
public struct TableCursors: ~Copyable {
  @usableFromInline let cursors: UnsafeMutablePointer<OpaquePointer?>
  @usableFromInline let tables: Int
  private let count: Int

  /// Makes room for the cursors of as many tables as an environment may have, and of some searches.
  public init(tables: Int, searches: Int = 0) {
    // LMDB has two tables of its own.
    self.tables = tables + 2
    count = self.tables + searches
    cursors = .allocate(capacity: count)
    cursors.initialize(repeating: nil, count: count)
  }

  deinit { cursors.deallocate() }

  /// Forgets the cursors of a transaction that has ended.
  public func forget() { cursors.update(repeating: nil, count: count) }
}

extension WriteTransaction {
  /// Keeps a cursor for each table from now on; `cursors` must outlive the transaction.
  public mutating func keepCursors(in cursors: borrowing TableCursors) {
    self.cursors = cursors.cursors
    searches = cursors.cursors + cursors.tables
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

  /// The cursor of a search; nil when none are kept.
  @inlinable @inline(__always)
  mutating func search(_ search: Int, _ table: UInt32) throws(LMDBError) -> OpaquePointer? {
    guard let searches else { return nil }
    if let cursor = searches[search] { return cursor }
    return try openSearch(search, table, searches)
  }

  @usableFromInline
  mutating func openSearch(
    _ search: Int, _ table: UInt32, _ searches: UnsafeMutablePointer<OpaquePointer?>
  ) throws(LMDBError) -> OpaquePointer? {
    var opened: OpaquePointer?
    try check(mdb_cursor_open(handle, table, &opened), "mdb_cursor_open")
    searches[search] = opened
    // One that is nowhere yet would stay so as long as nothing is found, and begin at the root.
    var key = MDB_val()
    var value = MDB_val()
    let code = mdb_cursor_get(opened, &key, &value, MDB_LAST)
    if code != MDB_NOTFOUND { try check(code, "mdb_cursor_get") }
    return opened
  }
}
