internal import DaybookMacros

extension Reader {
  /// What a recipe needs for so many servings; nothing for nobody, and when it is gone.
  ///
  /// - Parameter source: who wants it. A line of the recipe wants one portion of it, however often
  ///   it is asked for; a line that is rewritten to name another thing wants another one.
  func wants(
    of recipe: ID<Recipe>, servings: Int?, named source: UUID,
    meal: ID<MealPlanRecipe>? = nil, plan: ID<MealPlan>? = nil
  ) throws -> [Want] {
    guard let factor = try entity(recipe)?.factor(for: servings), factor > 0 else { return [] }
    return try rows(IngredientsByRecipe.where(recipe)).map { row in
      let line = row.row.line
      let template = try row.row.template.flatMap { try entity($0) }
      let portion = Portion(
        id: UUID(name: "\(row.key.id) \(Name.canonical(line.name))", in: source),
        quantity: line.quantity?.scaled(by: factor),
        recipe: recipe, meal: meal, plan: plan)
      return Want(
        name: line.name, note: line.note, category: template?.category, portion: portion,
        isStaple: template?.isStaple ?? false)
    }
  }

  /// What the meals of a plan need that are still to be cooked.
  func wants(of plan: ID<MealPlan>) throws -> [Want] {
    try rows(MealsByPlan.where(plan)).filter { !$0.row.isCooked }.flatMap { row -> [Want] in
      guard let recipe = row.row.recipe else { return [] }
      return try wants(
        of: recipe, servings: row.row.servings, named: row.key.id.rawValue,
        meal: row.key.id, plan: plan)
    }
  }
}
