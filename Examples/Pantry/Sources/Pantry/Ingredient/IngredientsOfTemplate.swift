public import DaybookMacros

/// What a line of a recipe is of cannot be deleted.
///
/// A line that another device wrote meanwhile stays, and is of nothing until it is rewritten.
public struct IngredientsOfTemplate: Relation {
  public static let name = "pantry.ingredientsOfTemplate"
  public static let rule = DeleteRule.deny
  public static func parent(of line: Ingredient) -> ID<IngredientTemplate>? { line.template }
  public static func set(_ template: ID<IngredientTemplate>?, of line: inout Ingredient) {
    line.template = template
  }
}
