public import DaybookMacros

extension Household {
  /// The category of that name, which is made if there is none.
  @discardableResult
  public func category(_ name: String) async throws -> ID<Category> {
    let fresh: ID<Category> = newID()
    return try await write { draft in
      let known = CategoriesByName.where(Name.canonical(name))
      if let row = try draft.now().first(known) { return row.key.id }
      // The one that had the name first may have another by now.
      let own = Category.id(of: name)
      let id = try draft.entity(own) == nil ? own : fresh
      try draft.append(.made(Category(name: name)), to: id)
      return id
    }
  }

  /// All categories, in the order of the way through the shop.
  public func categories() throws -> [Stamped<Category>] {
    try store.read { try $0.entities(of: Category.self) }
      .sorted { ($0.rank, $0.name, $0.id) < ($1.rank, $1.name, $1.id) }
  }
}
