extension EventStore {
  /// What a closure reads: its value now, and again after each commit that touched what it read.
  ///
  /// The closure must depend on the reader alone. It may run more often than values come out.
  public func values<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (borrowing Reader) throws -> Value
  ) -> StoreValues<Value> {
    StoreValues(self, read)
  }

  /// One entity; nil while it does not exist.
  public func values<E: Entity>(of type: E.Type, _ id: UUID) -> StoreValues<E?> {
    values { try $0.entity(type, id) }
  }

  /// The row of one key of a projection; nil while there is none.
  public func values<P: Projection, Key, Row: Equatable & Sendable>(
    of projection: P.Type, _ table: ViewTable<Key, Row>, _ key: Key
  ) -> StoreValues<Row?> {
    values { try $0.view(projection).row(table, key) }
  }

  /// The rows of a projection whose keys begin with `prefix`, in order.
  public func values<P: Projection, Key: Equatable, Row: Equatable & Sendable>(
    of projection: P.Type, _ table: ViewTable<Key, Row>,
    prefix: @escaping @Sendable (inout KeyWriter) -> Void
  ) -> StoreValues<[ViewRow<Key, Row>]> {
    values { reader in
      try reader.view(projection).rows(table, prefix: prefix).map { ViewRow(key: $0, row: $1) }
    }
  }

  /// The rows that a query asks for, in its order.
  public func values<P: Projection, Key: Equatable, Row: Equatable & Sendable, Rest>(
    of query: ViewQuery<P, Key, Row, Rest>
  ) -> StoreValues<[ViewRow<Key, Row>]> {
    values { try $0.rows(query) }
  }
}
