internal import LMDB

extension History.Access {
  /// A consumer; the store knows it from its first run on.
  ///
  /// - Parameters:
  ///   - name: what the store remembers its place by.
  ///   - author: the author of its own writes; the consumer's name by default.
  ///   - filter: which transactions it wants.
  public func consumer(
    _ name: String, author: String? = nil, where filter: History.Filter = .all
  ) -> History.Consumer {
    History.Consumer(store: store, name: name, author: author, filter: filter)
  }

  /// Every consumer that was run and not removed, in the order of their names.
  public func consumers() throws -> [History.ConsumerState] {
    try store.read { reader in
      let newest = try reader.newestNumber()
      return try reader.log.consumers().map { name, record in
        History.ConsumerState(
          name: name, token: History.Token(store: reader.storeID, transaction: record.transaction),
          lag: newest - min(newest, record.transaction))
      }
    }
  }

  /// Forgets a consumer, so that nothing is kept for it; false when there was none.
  ///
  /// One of that name that is run again begins at the beginning.
  @discardableResult
  public func removeConsumer(_ name: String) throws -> Bool {
    try store.change { scope in
      try MetaKey.consumer(name).withBytes { key in
        try scope.rows.transaction.remove(scope.tables.meta, key)
      }
    }
  }
}
