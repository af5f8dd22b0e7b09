public import DaybookMacros

extension Household {
  /// Writes a recipe down, with its ingredients as a person types or pastes them; lines that name
  /// nothing are left out.
  public func write(_ recipe: Recipe, ingredients: [String] = []) async throws -> ID<Recipe> {
    let id: ID<Recipe> = newID()
    let lines = ingredients.filter { !IngredientLine($0).name.isEmpty }
    let ids: [ID<Ingredient>] = lines.map { _ in newID() }
    return try await write { draft in
      try draft.append(.written(recipe), to: id)
      for (rank, line) in lines.enumerated() {
        try draft.add(line, to: id, rank: rank, as: ids[rank])
      }
      return id
    }
  }

  /// Puts what a recipe needs on a list, for so many servings; doing it again changes the amounts.
  public func cook(
    _ recipe: ID<Recipe>, servings: Int? = nil, onto list: ID<GroceryList>
  ) async throws {
    try await write { draft in
      let wants = try draft.now().wants(of: recipe, servings: servings, named: recipe.rawValue)
      try draft.bring(wants, onto: list)
    }
  }
}
