public import DaybookMacros

/// A recipe at a meal of a plan.
///
/// It keeps the recipe's title, which is what the plan shows when the recipe is gone.
@Payload public struct MealPlanRecipe: Entity {
  public static let kind = "pantry.meal"
  @Field(1) public var plan: ID<MealPlan>
  @Field(2) public var recipe: ID<Recipe>?
  @Field(3) public var title: String
  /// By the days since 1 January 1970.
  @Field(4) public var day: Int
  @Field(5) public var meal: Meal
  @Field(6) public var servings: Int
  @Field(7) public var isCooked: Bool = false
  @Field(8) public var note: String?

  @Events public enum Event {
    @Named(".planned") case planned(MealPlanRecipe)
    @Named(".moved", fields: 1, 2) case moved(day: Int, meal: Meal)
    @Named(".served") case served(Int)
    @Named(".cooked") case cooked(Bool)
    @Named(".noted") case noted(String?)
    @Named(".removed") case removed
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    // Two devices may both have planned it; the first one in the order of the log counts.
    case .planned(let meal): state = state ?? meal
    case .moved(let day, let meal):
      state?.day = day
      state?.meal = meal
    case .served(let servings): state?.servings = servings
    case .cooked(let isCooked): state?.isCooked = isCooked
    case .noted(let note): state?.note = note
    case .removed: state = nil
    }
  }

  /// A recipe at one meal of a day has the same identifier on every device: planned twice, it is
  /// there once.
  public static func id(
    of recipe: ID<Recipe>, on day: Int, at meal: Meal, in plan: ID<MealPlan>
  ) -> ID<MealPlanRecipe> {
    ID(name: "\(day)/\(meal.rawValue)", in: UUID(name: "\(recipe)", in: plan.rawValue))
  }
}
