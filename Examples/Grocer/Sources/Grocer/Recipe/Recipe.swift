public import DaybookMacros

/// What a dish is made of.
@Payload public struct Recipe: Entity {
  public static let kind = "grocer.recipe"
  @Field(1) public var title: String
  @Field(2) public var ingredients: [Ingredient] = []

  public static func fold(_ state: inout Self?, _ event: RecipeEvent) {
    switch event {
    case .written(let recipe): state = recipe
    case .removed: state = nil
    }
  }
}

/// A part of a recipe, stored within it.
@Payload public struct Ingredient: Equatable {
  @Field(1) public var text: String
  @Field(2) public var grams: Int?
  @Field(3) public var category: UUID?
}

@Events public enum RecipeEvent {
  @Named("grocer.recipe.written") case written(Recipe)
  @Named("grocer.recipe.removed") case removed
}
