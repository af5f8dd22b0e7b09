extension EventStore {
  /// What a closure reads: its value now, and again after each commit that touched what it read.
  ///
  /// The closure must depend on the reader alone. It may run more often than values come out.
  ///
  /// - Parameters:
  ///   - id: which question this is, with what it depends on, such as the text of a search field.
  ///     Two different closures need different ids: `ObservedValue.follow` goes on with the old one
  ///     when the ids are equal. nil for a question that equals no other. The forms below have an
  ///     id by themselves.
  ///   - read: reads the value.
  public func values<Value: Equatable & Sendable>(
    id: (any Hashable & Sendable)? = nil,
    _ read: @escaping @Sendable (borrowing Reader) throws -> Value
  ) -> StoreValues<Value> {
    StoreValues(self, id: id, read)
  }

  /// What a closure reads of one projection, by any of the projection's own functions.
  ///
  /// ```swift
  /// let days = store.values(of: HistoryGroups.self, id: baby) { view in
  ///   try view.days(limit: 7, baby: baby)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - projection: the projection.
  ///   - id: as in `values(id:_:)`; those of other projections are different by themselves.
  ///   - read: reads the value.
  public func values<P: Projection, Value: Equatable & Sendable>(
    of projection: P.Type, id: (any Hashable & Sendable)? = nil,
    _ read: @escaping @Sendable (borrowing ProjectionReader<P>) throws -> Value
  ) -> StoreValues<Value> {
    func asked<ID: Hashable & Sendable>(_ id: ID) -> any Hashable & Sendable {
      AskedView(projection: ObjectIdentifier(projection), id: id)
    }
    return values(id: id.map { asked($0) }) { try read($0.view(projection)) }
  }

  /// One entity; nil while it does not exist.
  public func values<E: Entity>(of type: E.Type, _ id: UUID) -> StoreValues<E?> {
    values(id: AskedFor.entity(ObjectIdentifier(type), id)) { try $0.entity(type, id) }
  }

  /// One entity; nil while it does not exist.
  public func values<E: Entity>(of id: ID<E>) -> StoreValues<E?> { values(of: E.self, id.rawValue) }

  /// The row of one key of a projection; nil while there is none.
  public func values<P: Projection, Key, Row: Equatable & Sendable>(
    of projection: P.Type, _ table: ViewTable<Key, Row>, _ key: Key
  ) -> StoreValues<Row?> {
    values(id: AskedFor.row(ObjectIdentifier(projection), table.index, key.keyBytes)) {
      try $0.view(projection).row(table, key)
    }
  }

  /// The rows of a projection whose keys begin with `prefix`, in order.
  public func values<P: Projection, Key: Equatable, Row: Equatable & Sendable>(
    of projection: P.Type, _ table: ViewTable<Key, Row>,
    prefix: @escaping @Sendable (inout KeyWriter) -> Void
  ) -> StoreValues<[ViewRow<Key, Row>]> {
    let bytes = KeyWriter.temporary { writer in
      prefix(&writer)
      return [UInt8](writer.bytes)
    }
    return values(id: AskedFor.rows(ObjectIdentifier(projection), table.index, bytes)) { reader in
      try reader.view(projection).rows(table, prefix: prefix).map { ViewRow(key: $0, row: $1) }
    }
  }

  /// The rows that a query asks for, in its order.
  public func values<P: Projection, Key: Equatable, Row: Equatable & Sendable, Rest>(
    of query: ViewQuery<P, Key, Row, Rest>
  ) -> StoreValues<[ViewRow<Key, Row>]> {
    values(id: query) { try $0.rows(query) }
  }
}

/// What tells questions of views apart whose apps gave them the same id.
private struct AskedView<ID: Hashable & Sendable>: Hashable, Sendable {
  let projection: ObjectIdentifier
  let id: ID
}

/// What tells questions without a closure apart.
private enum AskedFor: Hashable, Sendable {
  case entity(ObjectIdentifier, UUID)
  case row(ObjectIdentifier, Int, [UInt8])
  case rows(ObjectIdentifier, Int, [UInt8])
}
