internal import LMDB

extension Table where Order == LexicalOrder {
  /// The row in `stored`, without its checksum; nil when that does not fit.
  @inline(__always)
  func opened(
    _ stored: BorrowedBytes, _ key: BorrowedBytes
  ) -> BorrowedBytes? {
    let count = stored.count &- RowSeal.size
    guard count >= 0 else { return nil }
    // Safety: the beginning of the same bytes.
    let row = UnsafeRawBufferPointer(start: stored.baseAddress, count: count)
    return Checksum.crc32c(after: seed, key, row) == stored.load(count, as: UInt32.self)
      ? row : nil
  }
}
