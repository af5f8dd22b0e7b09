internal import DaybookMacros

extension Household {
  /// Makes what every household begins with; run it at every launch.
  ///
  /// What was made once is never made again, also when somebody deleted it. Devices that do this
  /// before they hear of each other make the same things, because the identifiers come from names.
  /// And they make them before everything that people do, because the transaction declares the
  /// earliest time: whatever a person changed or deleted, on any device, stays so when the setup of
  /// a new one arrives.
  public func setUp() async throws {
    let defaults = Category.defaults.map { (id: Category.id(of: $0.name), state: $0) }
    try await store.append(author: "setup", stamp: .distantPast) { draft in
      for category in defaults where try draft.category(named: category.state.name) == nil {
        let isKnown = try draft.now().isKnown(category.id)
        if !isKnown { try draft.append(.made(category.state), to: category.id) }
      }
    }
    // Where the name is taken, as by what an older version made, the two are one.
    try await store.append(author: "setup") { try $0.bring(defaults) }
  }
}
