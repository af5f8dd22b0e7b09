public import DaybookMacros

/// In how many lines of recipes a template is.
public struct TemplateUses: Totals {
  public static let name = "pantry.templateUses"

  public static func group(_ ingredient: Stamped<Ingredient>) -> ID<IngredientTemplate>? {
    ingredient.template
  }

  public static func amount(_ ingredient: Stamped<Ingredient>) -> Int64 { 0 }
}
