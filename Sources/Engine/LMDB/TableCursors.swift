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
