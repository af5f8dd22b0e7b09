import DaybookMacros
import Pantry
import Testing

/// A household that has something of each of the eight types, related to each other.
struct FilledPantry {
  let household: Household
  let dairy: ID<Pantry.Category>
  let list: ID<GroceryList>
  let soup: ID<Recipe>
  let week: ID<MealPlan>
  let dinner: ID<MealPlanRecipe>

  init(_ household: Household) async throws {
    self.household = household
    dairy = try await household.category("Dairy")
    list = try await household.makeList("Saturday")
    try await household.categorize("cream", as: dairy)
    soup = try await household.write(
      Recipe(title: "Soup", servings: 2, source: "https://example.org/soup"),
      ingredients: ["400 g leeks, in rings", "1 cup cream", "salt"])
    week = try await household.makePlan("This week", from: 20_400)
    let meal = try await household.plan(soup, on: 20_402, at: .dinner, servings: 4, in: week)
    dinner = try #require(meal)
    try await household.shop(for: week, onto: list)
  }
}
