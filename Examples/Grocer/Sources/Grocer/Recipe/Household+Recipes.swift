public import DaybookMacros

extension Household {
  /// Writes a recipe down.
  public func write(_ recipe: Recipe) async throws -> UUID {
    try await write { draft in
      let id = UUID.timeOrdered()
      try draft.append(.written(recipe), to: Recipe.self, id)
      return id
    }
  }

  /// Puts what a recipe needs on a list; what is on it still to be bought gets heavier.
  public func cook(_ recipe: UUID, onto list: UUID) async throws {
    try await write { draft in
      for part in try draft.entity(Recipe.self, recipe)?.ingredients ?? [] {
        let same = try draft.now().first(ItemsByList.where(list, false).where(part.text))
        if let same, let more = part.grams {
          let grams = (same.row.grams ?? 0) + more
          try draft.append(.weighed(grams: grams), to: Item.self, same.key.id)
        } else if same == nil {
          let item = Item(
            list: list, text: part.text, grams: part.grams, category: part.category)
          try draft.append(.added(item), to: Item.self, .timeOrdered())
        }
      }
    }
  }
}
