public import DaybookMacros

extension Household {
  /// Makes a list.
  ///
  /// - Throws: `StoreError.refusedByView` when there is a list of that name.
  public func makeList(_ name: String) async throws -> ID<GroceryList> {
    try await append(.made(GroceryList(name: name)), to: newID())
  }
}
