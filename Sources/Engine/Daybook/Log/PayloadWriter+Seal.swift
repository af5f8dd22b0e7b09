internal import LMDB

extension PayloadWriter {
  /// Adds the checksum of the row that was written, for a place in a table.
  @inline(__always)
  mutating func seal(_ table: Table<LexicalOrder>, _ key: BorrowedBytes) {
    let sum = Checksum.crc32c(after: table.seed, key, bytes)
    space(RowSeal.size).store(sum, 0)
  }
}
