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
    try await store.append(author: "setup", stamp: .distantPast) { draft in
      for category in Category.defaults {
        let id = Category.id(of: category.name)
        let isKnown = try draft.now().isKnown(id)
        if !isKnown { try draft.append(.made(category), to: id) }
      }
    }
  }
}
