public import DaybookMacros

extension Household {
  /// Makes a list.
  ///
  /// - Throws: `StoreError.refusedByView` when there is a list of that name.
  public func makeList(_ name: String) async throws -> UUID {
    try await write { draft in
      let id = UUID.timeOrdered()
      try draft.append(.made(GroceryList(name: name)), to: GroceryList.self, id)
      return id
    }
  }

  /// Deletes a list and its items in one transaction, so that one undo brings all of them back.
  public func deleteList(_ list: UUID) async throws {
    try await write { draft in
      let items = try draft.now().rows(ItemsByList.where(list)).map(\.key.id)
      for item in items { try draft.append(.removed, to: Item.self, item) }
      try draft.append(.deleted, to: GroceryList.self, list)
    }
  }
}
