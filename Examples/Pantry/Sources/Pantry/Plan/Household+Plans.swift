public import DaybookMacros

extension Household {
  /// Makes a plan for some days from a day on, which is counted from 1 January 1970.
  public func makePlan(
    _ name: String, from start: Int, days: Int = 7
  ) async throws -> ID<MealPlan> {
    try await append(.made(MealPlan(name: name, start: start, days: days)), to: newID())
  }

  /// Plans a recipe for a meal; one that is planned there already stays as it is.
  ///
  /// - Parameter servings: those of the recipe unless told.
  /// - Returns: nil when there is no such recipe.
  @discardableResult
  public func plan(
    _ recipe: ID<Recipe>, on day: Int, at meal: Meal, servings: Int? = nil, in plan: ID<MealPlan>
  ) async throws -> ID<MealPlanRecipe>? {
    let fresh: ID<MealPlanRecipe> = newID()
    return try await write { draft in
      guard let known = try draft.entity(recipe) else { return nil }
      let rows = try draft.now().rows(MealsByPlan.where(plan, day))
      let same = rows.first { $0.row.recipe == recipe && $0.row.meal == meal }
      if let same { return same.key.id }
      // The one that was planned here first may have been moved since.
      let own = MealPlanRecipe.id(of: recipe, on: day, at: meal, in: plan)
      let id = try draft.entity(own) == nil ? own : fresh
      let planned = MealPlanRecipe(
        plan: plan, recipe: recipe, title: known.title, day: day, meal: meal,
        servings: servings ?? known.servings)
      try draft.append(.planned(planned), to: id)
      return id
    }
  }

  /// Says that a meal was cooked, which counts for its recipe too.
  public func cooked(_ meal: ID<MealPlanRecipe>, on date: Date) async throws {
    try await write { draft in
      guard let planned = try draft.entity(meal), !planned.isCooked else { return }
      try draft.append(.cooked(true), to: meal)
      if let recipe = planned.recipe, try draft.entity(recipe) != nil {
        try draft.append(.cooked(date), to: recipe)
      }
    }
  }

  /// The meals of a plan now, and again whenever they change.
  public func meals(
    of plan: ID<MealPlan>
  ) -> StoreValues<[ViewRow<MealsByPlan.Key, MealPlanRecipe>]> {
    store.values(of: MealsByPlan.where(plan))
  }
}
