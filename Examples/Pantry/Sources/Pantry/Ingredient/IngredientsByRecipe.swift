public import DaybookMacros

/// The ingredients of a recipe, in their order.
public struct IngredientsByRecipe: Index {
  public static let name = "pantry.ingredientsByRecipe"

  @Key public struct Key: Hashable {
    public var recipe: ID<Recipe>
    public var rank: Int
    public var id: ID<Ingredient>
  }

  public static func key(_ ingredient: Stamped<Ingredient>) -> Key? {
    Key(recipe: ingredient.recipe, rank: ingredient.rank, id: ingredient.id)
  }

  public static func row(_ ingredient: Stamped<Ingredient>) -> Ingredient { ingredient.state }
}
