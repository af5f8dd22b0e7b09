internal import DaybookMacros

extension Draft {
  /// The item of a list that has the name and is still to be bought.
  func openItem(
    named name: String, on list: ID<GroceryList>
  ) throws -> ID<GroceryListItem>? {
    try now().first(ItemsByList.where(list, false).where(Name.canonical(name)))?.key.id
  }

  /// Adds the portions of an item to the one that is open, or puts it on its list as a new one.
  @discardableResult
  mutating func want(
    _ item: GroceryListItem, orNew new: ID<GroceryListItem>
  ) throws -> ID<GroceryListItem> {
    var item = item
    let id = try openItem(named: item.name, on: item.list) ?? new
    if item.category == nil {
      item.category = try entity(IngredientTemplate.id(of: item.name))?.category
    }
    try append(.wanted(item), to: id)
    return id
  }
}
