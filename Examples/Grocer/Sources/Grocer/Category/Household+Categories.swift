public import DaybookMacros

extension Household {
  /// The category of that name, which is made if there is none.
  @discardableResult
  public func category(_ name: String) async throws -> UUID {
    try await write { draft in
      let id = Category.id(of: name)
      if try draft.entity(Category.self, id) == nil {
        try draft.append(.made(Category(name: name)), to: Category.self, id)
      }
      return id
    }
  }
}
