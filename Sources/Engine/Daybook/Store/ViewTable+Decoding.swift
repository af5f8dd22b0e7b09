/// A table that reads its rows.
protocol ReadableTable {
  /// - Throws: `PayloadError`, or what the types throw, for bytes of others.
  func decode(_ row: UntypedRow) throws -> DecodedRow
}

extension ViewTable: ReadableTable {
  func decode(_ row: UntypedRow) throws -> DecodedRow {
    try row.key.withUnsafeBytes { key in
      try row.row.withUnsafeBytes { bytes in
        var keys = KeyReader(key.bytes)
        var values = PayloadReader(bytes.bytes)
        return DecodedRow(key: try Key(from: &keys), row: try Row(from: &values))
      }
    }
  }
}
