public import DaybookMacros

extension Household {
  /// Adds a line to a recipe, at its end.
  ///
  /// - Throws: `NamelessLine`.
  @discardableResult
  public func add(_ text: String, to recipe: ID<Recipe>) async throws -> ID<Ingredient> {
    let id: ID<Ingredient> = newID()
    return try await write { draft in
      let last = try draft.now().rows(IngredientsByRecipe.where(recipe)).last
      try draft.add(
        text, to: recipe, rank: last.map { min($0.key.rank, .max - 1) + 1 } ?? 0, as: id)
      return id
    }
  }

  /// Writes a line anew.
  ///
  /// - Throws: `NamelessLine`.
  public func rewrite(_ ingredient: ID<Ingredient>, as text: String) async throws {
    try await write { draft in
      let line = try IngredientLine(naming: text)
      let template = try draft.template(of: line.name)
      try draft.append(.rewritten(line: line, template: template), to: ingredient)
    }
  }

  /// The lines of a recipe, for so many servings or for its own; none for nobody.
  public func ingredients(
    of recipe: ID<Recipe>, servings: Int? = nil
  ) throws -> [IngredientLine] {
    try store.read { reader in
      let factor = try reader.entity(recipe)?.factor(for: servings) ?? 1
      guard factor > 0 else { return [] }
      return try reader.rows(IngredientsByRecipe.where(recipe)).map {
        $0.row.line.scaled(by: factor)
      }
    }
  }
}
