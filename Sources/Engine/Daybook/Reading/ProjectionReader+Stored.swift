extension ProjectionReader {
  /// Calls `body` with the rows whose keys begin with `prefix`, in order and as they are stored,
  /// until it says false.
  ///
  /// For lists that need little of many rows. O(log n) to start, then O(1) a row, each checked;
  /// what `body` does not ask for is not decoded.
  ///
  /// - Throws: `StoreError.damaged`, and what `body` throws.
  @inlinable
  public func forEachStored<Key, Row>(
    _ table: ViewTable<Key, Row>, reversed: Bool = false,
    prefix: (inout KeyWriter) -> Void = { _ in },
    _ body: (borrowing StoredViewRow<Key, Row>) throws -> Bool
  ) throws {
    try KeyWriter.temporary { name in
      prefix(&name)
      try rows.scan(table.index, name.bytes, reversed: reversed) { key, row in
        try body(StoredViewRow(key: key.bytes, row: row.bytes))
      }
    }
  }

  /// Calls `body` with the rows that a query asks for, in its order and as they are stored, until
  /// it says false.
  ///
  /// - Throws: `StoreError.damaged`, and what `body` throws.
  @inlinable
  public func forEachStored<Key, Row, Rest>(
    _ query: ViewQuery<P, Key, Row, Rest>,
    _ body: (borrowing StoredViewRow<Key, Row>) throws -> Bool
  ) throws {
    var left = query.maximum
    if left == 0 { return }
    try rows.scan(query.table.index, query.range, reversed: query.isDescending) { key, row in
      left -= 1
      return try body(StoredViewRow(key: key.bytes, row: row.bytes)) && left > 0
    }
  }
}
