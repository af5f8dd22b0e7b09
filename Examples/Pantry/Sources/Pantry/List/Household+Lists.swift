public import DaybookMacros

extension Household {
  /// Makes a list.
  ///
  /// - Throws: `StoreError.refusedByView` when there is a list of that name.
  public func makeList(_ name: String) async throws -> ID<GroceryList> {
    try await append(.made(GroceryList(name: name)), to: newID())
  }

  /// Deletes a list and its items in one transaction, so that one undo brings all of them back.
  public func deleteList(_ list: ID<GroceryList>) async throws {
    try await write { draft in
      let items = try draft.now().rows(ItemsByList.where(list)).map(\.key.id)
      for item in items { try draft.append(.removed, to: item) }
      try draft.append(.deleted, to: list)
    }
  }
}
