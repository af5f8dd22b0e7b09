internal import LMDB

extension Reader {
  /// The rows of a table of a view as they are stored, in key order: those after a key, at most
  /// `limit`.
  ///
  /// The schema need not know the view. Rows that are behind (``StoredView/State``) are read as
  /// they are. O(log n) to start, then O(1) a row and its bytes, which are copied into two arrays.
  ///
  /// - Parameters:
  ///   - view: the name of the projection.
  ///   - table: the name of the table; nil for the first one.
  ///   - prefix: what the keys begin with.
  ///   - last: leaves out the rows up to this key, in the order of reading; it need not be there.
  ///   - limit: how many at most.
  ///   - reversed: whether the greatest key comes first.
  /// - Throws: `StoreError.notInSchema` for a view or a table that the store does not have;
  ///   `projectionNotReady` when it has no rows; `damaged`.
  public func rows(
    ofView view: String, table: String? = nil, prefix: [UInt8] = [], after last: [UInt8]? = nil,
    limit: Int, reversed: Bool = false
  ) throws -> [UntypedRow] {
    let table = try self.table(table, ofView: view).table
    var found: [UntypedRow] = []
    if limit <= 0 { return found }
    found.reserveCapacity(min(limit, Self.usualPage))
    var range = KeyRange()
    if !prefix.isEmpty { range.begin(with: prefix) }
    if let last { range.goOn(after: last) }
    try rowReader([table]).scan(0, range, reversed: reversed) { key, row in
      found.append(UntypedRow(copying: key, row))
      return found.count < limit
    }
    return found
  }

  /// Rows for which there is room before the first one is read.
  private static var usualPage: Int { 64 }

  /// The row of a key as it is stored; nil when there is none. O(log n).
  ///
  /// - Throws: as `rows(ofView:table:prefix:after:limit:reversed:)`.
  public func row(
    ofView view: String, table: String? = nil, key: [UInt8]
  ) throws -> UntypedRow? {
    let table = try self.table(table, ofView: view).table
    if key.isEmpty { return nil }
    return try key.withUnsafeBytes { name in
      try rowReader([table]).find(0, name).map { UntypedRow(key: key, row: $0.copy()) }
    }
  }

  /// An open table of live rows, and its place in the projection.
  ///
  /// - Throws: as `rows(ofView:table:prefix:after:limit:reversed:)`.
  func table(
    _ name: String?, ofView view: String
  ) throws -> (table: Table<LexicalOrder>, place: Int) {
    log.trace?.noteLog()
    let found = try rememberedViews().view(named: view)
    guard found.definition.isLive else {
      throw StoreError(
        .projectionNotReady, "the view \(view) has no rows yet, or they were dropped")
    }
    let tables = found.tables
    let place = name == nil ? 0 : tables.firstIndex { $0.name == name }
    guard let place, place < tables.count else {
      let names = tables.map(\.name).joined(separator: ", ")
      throw StoreError(
        .notInSchema,
        names.isEmpty
          ? "the tables of the view \(view) were made after this store was opened; open it anew"
          : "the view \(view) has no table \(name ?? ""); it has \(names)")
    }
    return (tables[place].table, place)
  }
}
