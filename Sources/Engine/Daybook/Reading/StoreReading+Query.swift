extension StoreReading where Self: ~Copyable & ~Escapable {
  /// The rows that a query asks for, in its order; see `ProjectionReader.forEach`.
  ///
  /// - Throws: as `view`, and `StoreError.damaged`.
  @inlinable
  public func rows<P, Key, Row, Rest>(
    _ query: ViewQuery<P, Key, Row, Rest>
  ) throws -> [ViewRow<Key, Row>] {
    try view(P.self).rows(query)
  }

  /// The first of the rows that a query asks for; nil when there is none. O(log n).
  @inlinable
  public func first<P, Key, Row, Rest>(
    _ query: ViewQuery<P, Key, Row, Rest>
  ) throws -> ViewRow<Key, Row>? {
    try view(P.self).first(query)
  }

  /// How many rows a query asks for. O(rows counted).
  @inlinable
  public func count<P, Key, Row, Rest>(_ query: ViewQuery<P, Key, Row, Rest>) throws -> Int {
    try view(P.self).count(query)
  }
}
