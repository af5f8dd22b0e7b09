extension EventStore {
  /// A stored row as the schema's projection has it; nil where the schema does not know the view or
  /// the table, or the bytes are those of other types.
  package func decoded(_ row: UntypedRow, ofView view: String, table: String) -> DecodedRow? {
    let projection = schema.projections.first { type(of: $0).name == view }
    let tables = projection.map { type(of: $0).tables } ?? []
    guard let found = tables.first(where: { $0.name == table }) as? any ReadableTable else {
      return nil
    }
    return try? found.decode(row)
  }
}
