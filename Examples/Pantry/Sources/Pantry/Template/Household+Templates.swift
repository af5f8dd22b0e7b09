public import DaybookMacros

extension Household {
  /// Says that a thing is always in the house, or no longer.
  @discardableResult
  public func setStaple(
    _ name: String, _ isStaple: Bool = true
  ) async throws -> ID<IngredientTemplate> {
    try await write { draft in
      let id = IngredientTemplate.id(of: name)
      if try draft.entity(id)?.isStaple == isStaple { return id }
      try draft.append(.stapled(isStaple), to: draft.template(of: name))
      return id
    }
  }

  /// Says where a thing stands in the shop.
  @discardableResult
  public func categorize(
    _ name: String, as category: ID<Category>?
  ) async throws -> ID<IngredientTemplate> {
    try await write { draft in
      let id = try draft.template(of: name)
      try draft.append(.categorized(category), to: id)
      return id
    }
  }

  /// What is always in the house.
  public func staples() throws -> [IngredientTemplate] {
    try store.read { try $0.rows(Staples.all).map(\.row) }
  }

  /// Puts every staple on a list; what is on it already stays as it is.
  public func addStaples(to list: ID<GroceryList>) async throws {
    try await write { draft in
      for row in try draft.now().rows(Staples.all) {
        if try draft.openItem(named: row.row.name, on: list) != nil { continue }
        // The same on every device, so that two who do this apart make one item.
        let id = ID<GroceryListItem>(name: "\(row.key.second)", in: list.rawValue)
        let item = GroceryListItem(
          list: list, name: row.row.name, portions: [Portion(id: id.rawValue)])
        try draft.want(item, orNew: id)
      }
    }
  }
}
