public import DaybookMacros

/// No two lists have the same name.
public struct ListNames: Unique {
  public static let name = "grocer.listNames"
  public static func value(of list: GroceryList) -> String? { list.name.lowercased() }
}
