public import DaybookMacros

/// An item whose category is deleted stands in none.
public struct ItemsOfCategory: Relation {
  public static let name = "pantry.itemsOfCategory"
  public static let rule = DeleteRule.nullify
  public static func parent(of item: GroceryListItem) -> ID<Category>? { item.category }
  public static func set(_ category: ID<Category>?, of item: inout GroceryListItem) {
    item.category = category
  }
}
