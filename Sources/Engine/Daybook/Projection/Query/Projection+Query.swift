extension Projection {
  /// A query for all rows of one of the projection's tables.
  @inlinable
  public static func query<Key, Row>(
    _ table: ViewTable<Key, Row>
  ) -> ViewQuery<Self, Key, Row, Key> { ViewQuery(table) }
}
