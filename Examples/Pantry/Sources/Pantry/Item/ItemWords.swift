public import DaybookMacros

/// The words of items, to search for.
public struct ItemWords: MultiIndex {
  public static let name = "pantry.itemWords"

  public static func terms(_ item: Stamped<GroceryListItem>) -> [String] {
    words(of: item.name)
  }

  /// Words in lower case, each short enough for a key.
  static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0.prefix(40)) }
  }
}
