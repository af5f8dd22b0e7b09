public import DaybookMacros

/// What is always in the house, by name.
public struct Staples: Index {
  public static let name = "pantry.staples"

  public static func key(
    _ template: Stamped<IngredientTemplate>
  ) -> Key2<String, ID<IngredientTemplate>>? {
    template.isStaple ? Key2(Name.canonical(template.name), template.id) : nil
  }

  public static func row(_ template: Stamped<IngredientTemplate>) -> IngredientTemplate {
    template.state
  }
}
