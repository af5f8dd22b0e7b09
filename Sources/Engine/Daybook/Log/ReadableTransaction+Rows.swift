internal import LMDB

extension ReadableTransaction where Self: ~Copyable {
  /// The row of a key, without its checksum; nil when there is none.
  ///
  /// The bytes are the page itself: they end with the transaction or its next change.
  ///
  /// - Throws: `StoreError.damaged` when the checksum does not fit.
  borrowing func row(
    _ table: Table<LexicalOrder>, _ key: BorrowedBytes
  ) throws -> BorrowedBytes? {
    guard let span = try value(table, key) else {
      try checkAbsence(table, key)
      return nil
    }
    let stored = span.withUnsafeBytes { $0 }
    guard let row = table.opened(stored, key) else { throw damaged(table, key) }
    return row
  }

  /// Key and row where a cursor is, without the checksum; only after a move that returned true.
  ///
  /// - Throws: `StoreError.damaged` when the checksum does not fit.
  @inline(__always)
  borrowing func row(
    at cursor: borrowing Cursor<LexicalOrder>, _ table: Table<LexicalOrder>
  ) throws -> (key: BorrowedBytes, row: BorrowedBytes) {
    let key = cursor.key.withUnsafeBytes { $0 }
    let stored = cursor.value.withUnsafeBytes { $0 }
    guard let row = table.opened(stored, key) else { throw damaged(table, key) }
    return (key, row)
  }

  /// Makes sure that a key is absent because nobody put it, not because its bytes have changed.
  ///
  /// A search ends between two rows. When one changed key of a leaf leads it astray, or is the one
  /// that is looked for, it is the key of one of these two. A changed key of a branch leads it to a
  /// leaf that lies beside the right one, so that what is looked for is not between the two.
  ///
  /// - Throws: `StoreError.damaged`.
  @inline(never)
  borrowing func checkAbsence(
    _ table: Table<LexicalOrder>, _ key: BorrowedBytes
  ) throws {
    var cursor = try cursor(table)
    var isAtRow = try cursor.seek(key)
    // The end of the wrong leaf is followed by the right one, perhaps by the very row.
    if isAtRow, try !key.precedes(row(at: cursor, table).key) { throw outOfOrder(table, key) }
    try checkBefore(&cursor, isAtRow: &isAtRow, table, key)
  }

  /// Checks the rows before and after the place where a search for `key` has ended, and goes back
  /// to that place.
  borrowing func checkBefore(
    _ cursor: inout Cursor<LexicalOrder>, isAtRow: inout Bool, _ table: Table<LexicalOrder>,
    _ key: BorrowedBytes
  ) throws {
    if !isAtRow {
      if try cursor.last() { try checkOrder(row(at: cursor, table).key, before: key, table) }
      return
    }
    let found = cursor.key.withUnsafeBytes { $0 }
    guard !found.precedes(key) else { throw outOfOrder(table, key) }
    if try cursor.previous() {
      try checkOrder(row(at: cursor, table).key, before: key, table)
      isAtRow = try cursor.next()
    } else {
      isAtRow = try cursor.first()
    }
  }

  private borrowing func checkOrder(
    _ found: BorrowedBytes, before key: BorrowedBytes,
    _ table: Table<LexicalOrder>
  ) throws {
    guard found.precedes(key) else { throw outOfOrder(table, key) }
  }

  /// What is thrown when a search ends where the key cannot be.
  @inline(never)
  borrowing func outOfOrder(
    _ table: Table<LexicalOrder>, _ key: BorrowedBytes
  ) -> StoreError {
    let name = (try? self.name(of: table)) ?? "?"
    return StoreError(
      .damaged, "the keys of table \(name) are out of order; \(Self.remedy(name))")
  }

  /// What is thrown for a row whose checksum does not fit.
  @inline(never)
  borrowing func damaged(
    _ table: Table<LexicalOrder>, _ key: BorrowedBytes
  ) -> StoreError {
    let name = (try? self.name(of: table)) ?? "?"
    // Enough to tell it from others; keys of views have texts in them.
    let digits = key.hexadecimal
    let told = digits.count > 32 ? "\(digits.prefix(32))…" : digits
    return StoreError(
      .damaged,
      "the row of table \(name) under key \(told) is damaged; \(Self.remedy(name))")
  }

  private static func remedy(_ table: String) -> String {
    let parts = table.split(separator: "/")
    if parts.count > 2, let slot = parts.dropLast().last, slot == "a" || slot == "b" {
      return "`rebuild \(parts.dropLast(2).joined(separator: "/"))` makes the view's rows anew"
    }
    return StoreError.remedy
  }
}
