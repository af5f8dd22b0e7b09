public import DaybookMacros

extension Household {
  /// The category of that name, which is made if there is none.
  @discardableResult
  public func category(_ name: String) async throws -> ID<Category> {
    let id = Category.id(of: name)
    try await store.append(author: person) { draft in
      if try draft.entity(id) == nil { try draft.append(.made(Category(name: name)), to: id) }
    }
    return id
  }
}
