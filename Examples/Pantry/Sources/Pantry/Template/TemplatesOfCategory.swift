public import DaybookMacros

/// A thing whose category is deleted stands in none.
public struct TemplatesOfCategory: Relation {
  public static let name = "pantry.templatesOfCategory"
  public static let rule = DeleteRule.nullify
  public static func parent(of template: IngredientTemplate) -> ID<Category>? { template.category }
  public static func set(_ category: ID<Category>?, of template: inout IngredientTemplate) {
    template.category = category
  }
}
