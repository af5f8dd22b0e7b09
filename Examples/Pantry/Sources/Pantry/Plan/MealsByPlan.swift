public import DaybookMacros

/// The meals of a plan, in the order in which they are eaten.
public struct MealsByPlan: Index {
  public static let name = "pantry.mealsByPlan"

  @Key public struct Key: Hashable {
    public var plan: ID<MealPlan>
    public var day: Int
    public var meal: Int
    public var id: ID<MealPlanRecipe>
  }

  public static func key(_ meal: Stamped<MealPlanRecipe>) -> Key? {
    Key(plan: meal.plan, day: meal.day, meal: meal.meal.rank, id: meal.id)
  }

  public static func row(_ meal: Stamped<MealPlanRecipe>) -> MealPlanRecipe { meal.state }
}
