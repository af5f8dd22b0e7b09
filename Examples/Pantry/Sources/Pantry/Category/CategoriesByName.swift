public import DaybookMacros

/// Categories by name; of those with one name the oldest is first.
public struct CategoriesByName: Index {
  public static let name = "pantry.categoriesByName"

  @Key public struct Key: Hashable {
    public var name: String
    public var created: HybridTime
    public var id: ID<Category>
  }

  public static func key(_ category: Stamped<Category>) -> Key? {
    Key(name: Name.canonical(category.name), created: category.created, id: category.id)
  }
}
