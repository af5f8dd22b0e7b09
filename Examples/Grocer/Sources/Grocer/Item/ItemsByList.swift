public import DaybookMacros

/// What a list shows: first what is still to be bought, each by its text.
public struct ItemsByList: Index {
  public static let name = "grocer.itemsByList"

  @Key public struct Key: Hashable {
    public var list: ID<GroceryList>
    public var isBought: Bool
    public var text: String
    public var id: ID<Item>
  }

  public static func key(_ item: Stamped<Item>) -> Key? {
    Key(list: item.list, isBought: item.isBought, text: item.text, id: item.id)
  }

  public static func row(_ item: Stamped<Item>) -> Item { item.state }
}
