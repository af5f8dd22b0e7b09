public import DaybookMacros

/// The items of a list are gone with it.
public struct ItemsOfList: Relation {
  public static let name = "pantry.itemsOfList"
  public static let rule = DeleteRule.cascade
  public static func parent(of item: GroceryListItem) -> ID<GroceryList>? { item.list }
  public static func set(_ list: ID<GroceryList>?, of item: inout GroceryListItem) {
    if let list { item.list = list }
  }
}
