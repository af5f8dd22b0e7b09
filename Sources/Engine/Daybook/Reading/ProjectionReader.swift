/// The rows of one projection, read in key order.
///
/// It lives no longer than the reader that gave it.
public struct ProjectionReader<P: Projection>: ~Copyable, ~Escapable {
  @usableFromInline let box: ProjectionBox<P>
  @usableFromInline let rows: RowReader

  // Depends on nothing that the compiler can see: `rows` tells when its scope has ended.
  @usableFromInline
  @_lifetime(immortal)
  init(_ box: ProjectionBox<P>, rows: RowReader) {
    self.box = box
    self.rows = rows
  }

  /// The projection with its parameters.
  @inlinable
  public var projection: P { box.projection }

  /// The row of `key`; nil when there is none. O(log n).
  @inlinable
  public func row<Key, Row>(_ table: ViewTable<Key, Row>, _ key: Key) throws -> Row? {
    try KeyWriter.temporary { name in
      key.encode(into: &name)
      guard let bytes = try rows.find(table.index, name.bytes) else { return nil }
      return try RowScan.decode(bytes, in: (table.name, P.name))
    }
  }

  /// The last row whose key begins with the parts that `prefix` writes; nil when there is none.
  @inlinable
  public func last<Key, Row>(
    _ table: ViewTable<Key, Row>, prefix: (inout KeyWriter) -> Void = { _ in }
  ) throws -> (key: Key, row: Row)? {
    var found: (key: Key, row: Row)?
    try forEach(table, reversed: true, prefix: prefix) { key, row in
      found = (key, row)
      return false
    }
    return found
  }

  /// Calls `body` with the rows whose keys begin with `prefix`, in order, until it says false.
  ///
  /// O(log n) to start, then O(1) a row; nothing but the rows asked for is read.
  @inlinable
  public func forEach<Key, Row>(
    _ table: ViewTable<Key, Row>, reversed: Bool = false,
    prefix: (inout KeyWriter) -> Void = { _ in }, _ body: (Key, Row) throws -> Bool
  ) throws {
    try KeyWriter.temporary { name in
      prefix(&name)
      try rows.scan(table.index, name.bytes, reversed: reversed) { key, row in
        let found: (key: Key, row: Row) = try RowScan.decode(key, row, in: (table.name, P.name))
        return try body(found.key, found.row)
      }
    }
  }

  /// All rows whose keys begin with `prefix`, in order.
  @inlinable
  public func rows<Key, Row>(
    _ table: ViewTable<Key, Row>, reversed: Bool = false,
    prefix: (inout KeyWriter) -> Void = { _ in }
  ) throws -> [(key: Key, row: Row)] {
    var found: [(key: Key, row: Row)] = []
    try forEach(table, reversed: reversed, prefix: prefix) { key, row in
      found.append((key, row))
      return true
    }
    return found
  }
}
