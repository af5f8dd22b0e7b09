public import DaybookMacros

/// No two lists have the same name.
public struct ListNames: Unique {
  public static let name = "pantry.listNames"
  public static func value(of list: GroceryList) -> String? { Name.canonical(list.name) }
}
