public import DaybookMacros

/// What a dish is made of.
@Payload public struct Recipe: Entity {
  public static let kind = "grocer.recipe"
  @Field(1) public var title: String
  @Field(2) public var ingredients: [Ingredient] = []

  @Events public enum Event {
    @Named(".written") case written(Recipe)
    @Named(".removed") case removed
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
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
  @Field(3) public var category: ID<Category>?
}
