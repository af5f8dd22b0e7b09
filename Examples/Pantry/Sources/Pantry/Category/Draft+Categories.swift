internal import DaybookMacros

extension Draft {
  /// The category that has a name.
  func category(named name: String) throws -> ID<Category>? {
    try now().first(CategoryNames.where(Name.canonical(name)))?.key.second
  }

  /// Makes categories here that never were here. Where another has the name, the two are one.
  mutating func bring(_ categories: [(id: ID<Category>, state: Category)]) throws {
    for category in categories where try !now().isKnown(category.id) {
      try append(.made(category.state), to: category.id)
    }
    try mergeCategories()
  }

  /// Makes one of categories that have the same name.
  @discardableResult
  mutating func mergeCategories() throws -> [Merge<Category>] {
    try mergeDuplicates(of: CategoryNames.self) { .merged(into: $0) }
  }
}
