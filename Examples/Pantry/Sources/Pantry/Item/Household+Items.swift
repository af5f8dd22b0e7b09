public import DaybookMacros

extension Household {
  /// Puts a thing on a list, as a person types it: “2 l oat milk”. More of what is still to be
  /// bought is one item.
  ///
  /// - Throws: `NamelessLine`.
  @discardableResult
  public func add(
    _ text: String, category: ID<Category>? = nil, to list: ID<GroceryList>
  ) async throws -> ID<GroceryListItem> {
    let id: ID<GroceryListItem> = newID()
    let line = try IngredientLine(naming: text)
    let item = GroceryListItem(
      list: list, name: line.name,
      portions: [Portion(id: makeID(), quantity: line.quantity)], category: category,
      note: line.note)
    return try await write { try $0.want(item, orNew: id) }
  }

  /// Says how much is to be bought, whoever wanted what before.
  public func measure(_ item: ID<GroceryListItem>, _ quantity: Quantity?) async throws {
    try await append(.measured(Portion(id: makeID(), quantity: quantity)), to: item)
  }

  /// Says that all that is wanted of a thing is bought, or that nothing of it is.
  public func buy(_ item: ID<GroceryListItem>, _ isBought: Bool = true) async throws {
    try await write { draft in
      guard let portions = try draft.entity(item)?.portions.map(\.id) else { return }
      try draft.append(isBought ? .bought(portions: portions) : .unbought, to: item)
    }
  }

  /// The items of a list now, and again whenever they change.
  public func items(
    of list: ID<GroceryList>
  ) -> StoreValues<[ViewRow<ItemsByList.Key, GroceryListItem>]> {
    store.values(of: ItemsByList.where(list))
  }

  /// The items that have all the words, of which the last may be only its beginning.
  public func search(_ text: String) throws -> [GroceryListItem] {
    var words = ItemWords.words(of: text)
    guard let last = words.popLast() else { return [] }
    return try store.read { reader in
      var found = Set(try reader.rows(ItemWords.all.beginning(with: last)).map(\.key.second))
      for word in words {
        found.formIntersection(try reader.rows(ItemWords.where(word)).map(\.key.second))
      }
      return try found.compactMap { try reader.entity($0) }
        .sorted { $0.name < $1.name }
    }
  }
}
