extension ProjectionReader {
  /// Calls `body` with the rows that a query asks for, in its order, until it says false.
  ///
  /// O(log n) to start, wherever that is, then O(1) a row; nothing but the rows asked for is
  /// decoded.
  ///
  /// - Throws: `StoreError.damaged`, what decoding a row throws, and what `body` throws.
  @inlinable
  public func forEach<Key, Row, Rest>(
    _ query: ViewQuery<P, Key, Row, Rest>, _ body: (Key, Row) throws -> Bool
  ) throws {
    var left = query.maximum
    if left == 0 { return }
    try rows.scan(query.table.index, query.range, reversed: query.isDescending) { key, row in
      let decoded: (key: Key, row: Row) = try RowScan.decode(
        key, row, in: (query.table.name, P.name))
      left -= 1
      return try body(decoded.key, decoded.row) && left > 0
    }
  }

  /// The rows that a query asks for, in its order. Costs what `forEach` costs.
  @inlinable
  public func rows<Key, Row, Rest>(
    _ query: ViewQuery<P, Key, Row, Rest>
  ) throws -> [ViewRow<Key, Row>] {
    var found: [ViewRow<Key, Row>] = []
    try forEach(query) { key, row in
      found.append(ViewRow(key: key, row: row))
      return true
    }
    return found
  }

  /// The first of the rows that a query asks for; nil when there is none. O(log n).
  @inlinable
  public func first<Key, Row, Rest>(
    _ query: ViewQuery<P, Key, Row, Rest>
  ) throws -> ViewRow<Key, Row>? {
    var found: ViewRow<Key, Row>?
    try forEach(query) { key, row in
      found = ViewRow(key: key, row: row)
      return false
    }
    return found
  }

  /// How many rows a query asks for. O(rows counted), which are checked but not decoded.
  ///
  /// For numbers that are shown all the time, keep `Totals`.
  @inlinable
  public func count<Key, Row, Rest>(_ query: ViewQuery<P, Key, Row, Rest>) throws -> Int {
    try rows.count(
      query.table.index, query.range, reversed: query.isDescending, limit: query.maximum)
  }
}
