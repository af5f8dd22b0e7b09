/// Bytes that somebody else owns: a row in a page of LMDB, or what a writer holds.
// Safety: who gets them as an argument uses them during the call. What a function returns is valid
// until the next change of the transaction or the writer that it came from, or the end of the
// read. Nobody stores them, except `StoredEntity` and what says so.
@usableFromInline package typealias BorrowedBytes = UnsafeRawBufferPointer

extension BorrowedBytes {
  /// No bytes.
  static var none: BorrowedBytes { BorrowedBytes(start: nil, count: 0) }
}
