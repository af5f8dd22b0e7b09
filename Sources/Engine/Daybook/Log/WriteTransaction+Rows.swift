internal import LMDB

extension WriteTransaction {
  /// Puts the row that was written to `row`, and its checksum, which stays there.
  @inline(__always)
  mutating func put(
    _ table: Table<LexicalOrder>, _ key: BorrowedBytes, sealing row: inout PayloadWriter
  ) throws(LMDBError) {
    row.seal(table, key)
    try put(table, key, row.bytes)
  }

  /// As `put`; false, and nothing changed, when the key is there already.
  @inline(__always)
  mutating func insert(
    _ table: Table<LexicalOrder>, _ key: BorrowedBytes, sealing row: inout PayloadWriter
  ) throws(LMDBError) -> Bool {
    row.seal(table, key)
    return try insert(table, key, row.bytes)
  }
}
