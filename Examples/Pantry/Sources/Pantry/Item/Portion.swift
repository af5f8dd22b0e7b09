public import DaybookMacros

/// What one source wants of a thing: a person, a line of a recipe, or that line in a meal.
@Payload public struct Portion: Equatable, Sendable {
  /// The source: asking twice is wanting once.
  @Field(1) public var id: UUID
  /// nil when nobody said how much.
  @Field(2) public var quantity: Quantity?
  @Field(3) public var recipe: ID<Recipe>?
  @Field(4) public var meal: ID<MealPlanRecipe>?
  @Field(5) public var plan: ID<MealPlan>?
}
