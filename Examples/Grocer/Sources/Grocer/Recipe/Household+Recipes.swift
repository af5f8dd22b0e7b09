public import DaybookMacros

extension Household {
  /// Writes a recipe down.
  public func write(_ recipe: Recipe) async throws -> ID<Recipe> {
    try await append(.written(recipe), to: .timeOrdered())
  }

  /// Puts what a recipe needs on a list; what is on it still to be bought gets heavier.
  public func cook(_ recipe: ID<Recipe>, onto list: ID<GroceryList>) async throws {
    try await store.append(author: person) { draft in
      for part in try draft.entity(recipe)?.ingredients ?? [] {
        let same = try draft.now().first(ItemsByList.where(list, false).where(part.text))
        if let same, let more = part.grams {
          let grams = (same.row.grams ?? 0) + more
          try draft.append(.weighed(grams: grams), to: same.key.id)
        } else if same == nil {
          let item = Item(
            list: list, text: part.text, grams: part.grams, category: part.category)
          try draft.append(.added(item), to: ID<Item>.timeOrdered())
        }
      }
    }
  }
}
