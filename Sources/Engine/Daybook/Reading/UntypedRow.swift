/// A row of a view as it is stored.
public struct UntypedRow: Sendable, Hashable {
  /// The key, as `OrderedKey` writes it; ``KeyShape/parts(of:)`` reads it.
  public let key: [UInt8]
  /// The row, a payload.
  public let row: [UInt8]

  /// Makes one from its parts.
  public init(key: [UInt8], row: [UInt8]) { (self.key, self.row) = (key, row) }
}

extension UntypedRow {
  /// Makes one of bytes that end with the read.
  @inline(__always)
  init(copying key: BorrowedBytes, _ row: BorrowedBytes) {
    (self.key, self.row) = (key.copy(), row.copy())
  }
}
