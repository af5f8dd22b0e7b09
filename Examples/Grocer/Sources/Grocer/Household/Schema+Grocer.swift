public import DaybookMacros

extension Schema {
  /// Everything that the app stores and shows.
  public static let grocer = Schema()
    .entity(Category.self).entity(GroceryList.self).entity(Item.self).entity(Recipe.self)
    .projection(ItemsByList()).projection(ItemWords()).projection(ListNames())
}
