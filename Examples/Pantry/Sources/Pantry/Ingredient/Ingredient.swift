public import DaybookMacros

/// A part of a recipe, which it names.
@Payload public struct Ingredient: Entity {
  public static let kind = "pantry.ingredient"
  @Field(1) public var recipe: ID<Recipe>
  @Field(2) public var line: IngredientLine
  /// Its place in the recipe, from the top.
  @Field(3) public var rank: Int = 0
  @Field(4) public var template: ID<IngredientTemplate>?

  public var displayName: String? { line.name }

  @Events public enum Event {
    @Named(".added") case added(Ingredient)
    @Named(".rewritten", fields: 1, 2)
    case rewritten(line: IngredientLine, template: ID<IngredientTemplate>?)
    @Named(".ranked") case ranked(Int)
    @Named(".removed") case removed
  }

  public static func fold(_ state: inout Self?, _ event: Event) {
    switch event {
    case .added(let ingredient): state = ingredient
    case .rewritten(let line, let template):
      state?.line = line
      state?.template = template
    case .ranked(let rank): state?.rank = rank
    case .removed: state = nil
    }
  }
}
