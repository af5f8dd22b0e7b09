public import DaybookMacros

extension Household {
  /// The category of that name, which is made if there is none.
  @discardableResult
  public func category(_ name: String) async throws -> ID<Category> {
    let fresh: ID<Category> = newID()
    return try await write { draft in
      if let known = try draft.category(named: name) { return known }
      // The one that had the name first may have another by now, or be one with another.
      let own = Category.id(of: name)
      let id = try draft.now().isKnown(own) ? fresh : own
      try draft.append(.made(Category(name: name)), to: id)
      return id
    }
  }

  /// Makes one of categories that devices made apart, with identifiers of their own: the oldest is
  /// left, and what stands in any of them stands in that. Call it after an exchange.
  @discardableResult
  public func mergeCategories() async throws -> [Merge<Category>] {
    try await store.write(author: "merge") { try $0.mergeCategories() }
  }

  /// All categories, in the order of the way through the shop.
  public func categories() throws -> [Stamped<Category>] {
    try store.read { try $0.entities(of: Category.self) }
      .sorted { ($0.rank, $0.name, $0.id) < ($1.rank, $1.name, $1.id) }
  }
}
