public import DaybookMacros

extension Household {
  /// Makes a list.
  ///
  /// - Throws: `StoreError.refusedByView` when there is a list of that name.
  public func makeList(_ name: String) async throws -> ID<GroceryList> {
    try await append(.made(GroceryList(name: name)), to: newID())
  }

  /// Moves a list and its items into another store, such as from a private one into one that is
  /// shared, or back. The categories in which they stand are made there too.
  ///
  /// Moving it again writes nothing. An undo brings it back here, and leaves the other store as it
  /// is.
  ///
  /// - Throws: as `EventStore.move`.
  @discardableResult
  public func move(
    _ list: ID<GroceryList>, to other: Household
  ) async throws -> MoveReport {
    let categories = try store.read { reader in
      try Set(reader.rows(ItemsByList.where(list)).compactMap(\.row.category)).sorted()
        .compactMap { id in try reader.entity(id).map { (id: id, state: $0) } }
    }
    try await other.write { try $0.bring(categories) }
    return try await store.move(list, to: other.store, author: person, leaving: .deleted)
  }
}
