public import DaybookMacros

extension Household {
  /// Adds a line to a recipe, at its end.
  @discardableResult
  public func add(_ text: String, to recipe: ID<Recipe>) async throws -> ID<Ingredient> {
    let id: ID<Ingredient> = newID()
    return try await write { draft in
      let last = try draft.now().rows(IngredientsByRecipe.where(recipe)).last
      try draft.add(text, to: recipe, rank: last.map { $0.key.rank + 1 } ?? 0, as: id)
      return id
    }
  }

  /// Writes a line anew.
  public func rewrite(_ ingredient: ID<Ingredient>, as text: String) async throws {
    try await write { draft in
      let line = IngredientLine(text)
      let template = try draft.template(of: line.name)
      try draft.append(.rewritten(line: line, template: template), to: ingredient)
    }
  }

  /// The lines of a recipe, for so many servings or for its own.
  public func ingredients(
    of recipe: ID<Recipe>, servings: Int? = nil
  ) throws -> [IngredientLine] {
    try store.read { reader in
      let factor = try reader.entity(recipe)?.factor(for: servings) ?? 1
      return try reader.rows(IngredientsByRecipe.where(recipe)).map {
        $0.row.line.scaled(by: factor)
      }
    }
  }
}
