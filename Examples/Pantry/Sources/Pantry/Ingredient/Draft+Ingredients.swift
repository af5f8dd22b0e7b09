internal import DaybookMacros

extension Draft {
  /// Adds a line to a recipe, and what it is an ingredient of if that is new.
  mutating func add(
    _ text: String, to recipe: ID<Recipe>, rank: Int, as id: ID<Ingredient>
  ) throws {
    let line = try IngredientLine(naming: text)
    let template = try self.template(of: line.name)
    let ingredient = Ingredient(recipe: recipe, line: line, rank: rank, template: template)
    try append(.added(ingredient), to: id)
  }
}
