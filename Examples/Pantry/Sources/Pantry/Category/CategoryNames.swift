public import DaybookMacros

/// No two categories have the same name; what devices make apart is merged.
public struct CategoryNames: Unique {
  public static let name = "pantry.categoryNames"
  public static func value(of category: Category) -> String? { Name.canonical(category.name) }
}
