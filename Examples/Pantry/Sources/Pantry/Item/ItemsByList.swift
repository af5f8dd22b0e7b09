public import DaybookMacros

/// What a list shows: first what is still to be bought, each by its name.
public struct ItemsByList: Index {
  public static let name = "pantry.itemsByList"

  @Key public struct Key: Hashable {
    public var list: ID<GroceryList>
    public var isBought: Bool
    public var name: String
    public var id: ID<GroceryListItem>
  }

  public static func key(_ item: Stamped<GroceryListItem>) -> Key? {
    Key(
      list: item.list, isBought: item.isBought, name: Name.canonical(item.name), id: item.id)
  }

  public static func row(_ item: Stamped<GroceryListItem>) -> GroceryListItem { item.state }
}
