public import DaybookMacros

extension Household {
  /// Puts what the meals of a plan need on a list.
  ///
  /// Doing it again brings the list up to date: amounts follow the servings, and what meals wanted
  /// that are gone or cooked by now is taken off. What was bought stays as it is: nothing is wanted
  /// in its place when a meal has more servings afterwards.
  ///
  /// - Parameter includesStaples: whether also what is always in the house.
  public func shop(
    for plan: ID<MealPlan>, onto list: ID<GroceryList>, includesStaples: Bool = false
  ) async throws {
    try await write { draft in
      let wants = try draft.now().wants(of: plan).filter { includesStaples || !$0.isStaple }
      let ids = Set(wants.map(\.portion.id))
      try draft.takeBack(from: list) { $0.plan == plan && !ids.contains($0.id) }
      try draft.bring(wants, onto: list)
    }
  }

  /// Takes what a plan put on a list off again, but what is bought.
  public func takeBack(_ plan: ID<MealPlan>, from list: ID<GroceryList>) async throws {
    try await write { try $0.takeBack(from: list) { $0.plan == plan } }
  }
}
