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

  /// Puts what a recipe needs on a list, for so many servings.
  ///
  /// Doing it again changes the amounts of what is still to be bought, and takes off what the
  /// recipe needs no more. What was bought is put on the list once more.
  public func cook(
    _ recipe: ID<Recipe>, servings: Int? = nil, onto list: ID<GroceryList>
  ) async throws {
    try await write { draft in
      let wants = try draft.anew(
        draft.now().wants(of: recipe, servings: servings, named: recipe.rawValue), on: list)
      let ids = Set(wants.map(\.portion.id))
      try draft.takeBack(from: list) {
        $0.recipe == recipe && $0.plan == nil && !ids.contains($0.id)
      }
      try draft.bring(wants, onto: list)
    }
  }
}
