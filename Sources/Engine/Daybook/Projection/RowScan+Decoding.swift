extension RowScan {
  @inlinable
  static func decode<Key: OrderedKey, Row: PayloadCodable>(
    _ key: BorrowedBytes, _ row: BorrowedBytes
  ) throws -> (key: Key, row: Row) {
    var keys = KeyReader(key.bytes)
    var values = PayloadReader(row.bytes)
    return (try Key(from: &keys), try Row(from: &values))
  }
}
