extension PastReader {
  /// The rows that a table of a view had then, in key order, as bytes: those after a key, at most
  /// `limit`. As `Reader.rows(ofView:table:prefix:after:limit:reversed:)`, of a view of the schema.
  ///
  /// The view is built on first use, as ``view(_:)`` does.
  ///
  /// - Throws: `StoreError.notInSchema` for a view or a table that the schema does not know.
  public func rows(
    ofView view: String, table: String? = nil, prefix: [UInt8] = [], after last: [UInt8]? = nil,
    limit: Int
  ) throws -> [UntypedRow] {
    let runtime = try built(view)
    let tables = type(of: runtime.opened.projection).tables
    let place = table == nil ? 0 : tables.firstIndex { $0.name == table }
    guard let place, place < tables.count else {
      throw StoreError(
        .notInSchema,
        "the view \(view) has no table \(table ?? ""); it has "
          + tables.map(\.name).joined(separator: ", "))
    }
    var found: [UntypedRow] = []
    if limit <= 0 { return found }
    var range = KeyRange()
    if !prefix.isEmpty { range.begin(with: prefix) }
    if let last { range.goOn(after: last) }
    let rows = RowReader(
      transaction: scope.reading, tables: runtime.buildingSlot.tables, scope: scope.scope)
    try rows.scan(place, range, reversed: false) { key, row in
      found.append(UntypedRow(copying: key, row))
      return found.count < limit
    }
    return found
  }
}
