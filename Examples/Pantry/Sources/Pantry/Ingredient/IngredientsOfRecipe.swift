public import DaybookMacros

/// The lines of a recipe are gone with it.
public struct IngredientsOfRecipe: Relation {
  public static let name = "pantry.ingredientsOfRecipe"
  public static let rule = DeleteRule.cascade
  public static func parent(of line: Ingredient) -> ID<Recipe>? { line.recipe }
  public static func set(_ recipe: ID<Recipe>?, of line: inout Ingredient) {
    if let recipe { line.recipe = recipe }
  }
}
