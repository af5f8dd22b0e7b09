internal import LMDB

extension Reader {
  /// The rows of a table of a view as they are stored, in key order: those after a key, at most
  /// `limit`.
  ///
  /// The schema need not know the view. Rows that are behind (``StoredView/State``) are read as
  /// they are. O(log n) to start, then O(1) a row and its bytes.
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
    var found: [UntypedRow] = []
    let table = try self.table(table, ofView: view).table
    if limit <= 0 { return found }
    var range = KeyRange()
    if !prefix.isEmpty { range.begin(with: prefix) }
    if let last { range.goOn(after: last) }
    try rowReader([table]).scan(0, range, reversed: reversed) { key, row in
      found.append(UntypedRow(key: [UInt8](key), row: [UInt8](row)))
      return found.count < limit
    }
    return found
  }

  /// The row of a key as it is stored; nil when there is none. O(log n).
  ///
  /// - Throws: as `rows(ofView:table:prefix:after:limit:reversed:)`.
  public func row(
    ofView view: String, table: String? = nil, key: [UInt8]
  ) throws -> UntypedRow? {
    let table = try self.table(table, ofView: view).table
    if key.isEmpty { return nil }
    return try key.withUnsafeBytes { name in
      try rowReader([table]).find(0, name).map { UntypedRow(key: key, row: [UInt8]($0)) }
    }
  }

  /// An open table of live rows, and its place in the projection.
  ///
  /// - Throws: as `rows(ofView:table:prefix:after:limit:reversed:)`.
  func table(
    _ name: String?, ofView view: String
  ) throws -> (table: Table<LexicalOrder>, place: Int) {
    let log = log
    let definition = try definition(ofView: view)
    guard definition.isLive else {
      throw StoreError(
        .projectionNotReady, "the view \(view) has no rows yet, or they were dropped")
    }
    log.trace?.noteLog()
    let tables = liveTables(definition)
    let place = name == nil ? 0 : tables.firstIndex { $0.live.name == name }
    guard let place, place < tables.count else {
      let names = tables.map(\.live.name).joined(separator: ", ")
      throw StoreError(
        .notInSchema,
        names.isEmpty
          ? "the tables of the view \(view) were made after this store was opened; open it anew"
          : "the view \(view) has no table \(name ?? ""); it has \(names)")
    }
    return (tables[place].table, place)
  }

  /// What the store remembers of a view.
  ///
  /// - Throws: `StoreError.notInSchema` when it has none of this name.
  func definition(ofView name: String) throws -> ProjectionDefinition {
    let log = log
    let counters = try LogCounters(log.transaction, log.tables)
    let all = try ProjectionDefinition.all(counters, log.transaction, log.tables)
    if let found = all.first(where: { $0.name == name }) { return found }
    throw StoreError(
      .notInSchema, "the store has no view \(name); `storedViews` lists those that it has")
  }
}
