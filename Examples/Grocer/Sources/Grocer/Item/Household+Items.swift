public import DaybookMacros

extension Household {
  /// Puts a thing on a list.
  @discardableResult
  public func add(
    _ text: String, grams: Int? = nil, category: ID<Category>? = nil, to list: ID<GroceryList>
  ) async throws -> ID<Item> {
    let item = Item(list: list, text: text, grams: grams, category: category)
    return try await append(.added(item), to: .timeOrdered())
  }

  /// Changes an item.
  public func change(_ item: ID<Item>, _ event: Item.Event) async throws {
    try await append(event, to: item)
  }

  /// The items of a list now, and again whenever they change.
  public func items(of list: ID<GroceryList>) -> StoreValues<[ViewRow<ItemsByList.Key, Item>]> {
    store.values(of: ItemsByList.where(list))
  }

  /// The items that have all the words, of which the last may be only its beginning.
  public func search(_ text: String) throws -> [Item] {
    var words = ItemWords.words(of: text)
    guard let last = words.popLast() else { return [] }
    return try store.read { reader in
      var found = Set(try reader.rows(ItemWords.all.beginning(with: last)).map(\.key.second))
      for word in words {
        found.formIntersection(try reader.rows(ItemWords.where(word)).map(\.key.second))
      }
      return try found.compactMap { try reader.entity($0) }
        .sorted { $0.text < $1.text }
    }
  }
}
