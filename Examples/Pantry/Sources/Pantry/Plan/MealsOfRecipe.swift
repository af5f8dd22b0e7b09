public import DaybookMacros

/// A meal whose recipe is deleted keeps the title.
public struct MealsOfRecipe: Relation {
  public static let name = "pantry.mealsOfRecipe"
  public static let rule = DeleteRule.nullify
  public static func parent(of meal: MealPlanRecipe) -> ID<Recipe>? { meal.recipe }
  public static func set(_ recipe: ID<Recipe>?, of meal: inout MealPlanRecipe) {
    meal.recipe = recipe
  }
}
