extension EventStore {
  /// A stored key as the schema's projection has it; nil where the schema does not know the view or
  /// the table, or the bytes are those of another type.
  package func decodedKey(
    _ bytes: [UInt8], ofView view: String, table: String
  ) -> (any OrderedKey)? {
    try? readableTable(view, table)?.decodeKey(bytes)
  }

  /// A stored row, without its key, as the schema's projection has it; nil as for a key.
  package func decodedRow(
    _ bytes: [UInt8], ofView view: String, table: String
  ) -> (any PayloadCodable)? {
    try? readableTable(view, table)?.decodeRow(bytes)
  }

  private func readableTable(_ view: String, _ table: String) -> (any ReadableTable)? {
    let projection = schema.projections.first { type(of: $0).name == view }
    let tables = projection.map { type(of: $0).tables } ?? []
    return tables.first { $0.name == table } as? any ReadableTable
  }
}
