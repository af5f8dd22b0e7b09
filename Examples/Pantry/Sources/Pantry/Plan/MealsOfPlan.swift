public import DaybookMacros

/// The meals of a plan are gone with it.
public struct MealsOfPlan: Relation {
  public static let name = "pantry.mealsOfPlan"
  public static let rule = DeleteRule.cascade
  public static func parent(of meal: MealPlanRecipe) -> ID<MealPlan>? { meal.plan }
  public static func set(_ plan: ID<MealPlan>?, of meal: inout MealPlanRecipe) {
    if let plan { meal.plan = plan }
  }
}
