import DaybookMacros
import Pantry
import Testing

struct RecordTests {
  @Test func `FG-1: there are records of all eight types, and they refer to each other`()
    async throws
  {
    let filled = try await FilledPantry(household())
    let records = try filled.household.records()
    #expect(
      Set(records.map(\.type)) == [
        "CD_Category", "CD_GroceryList", "CD_GroceryListItem", "CD_IngredientTemplate",
        "CD_Recipe", "CD_Ingredient", "CD_MealPlan", "CD_MealPlanRecipe",
      ])
    let names = Set(records.map(\.name))
    #expect(names.count == records.count)
    let relations = [
      "CD_GroceryListItem": ["CD_list"], "CD_Ingredient": ["CD_recipe", "CD_ingredientTemplate"],
      "CD_MealPlanRecipe": ["CD_mealPlan", "CD_recipe"],
    ]
    for record in records {
      for relation in relations[record.type] ?? [] {
        let other = try #require(record.fields[relation]?.string)
        #expect(names.contains(other), "\(record.type).\(relation)")
      }
    }
    let placed = records.filter { $0.fields["CD_category"] == .string(filled.dairy.description) }
    #expect(Set(placed.map(\.type)) == ["CD_GroceryListItem", "CD_IngredientTemplate"])
  }

  @Test func `a record is a line of JSON`() async throws {
    let ada = Household(
      store: try .temporary(schema: .pantry), person: "Ada", makeID: { StoredTests.uuid(7) })
    _ = try await ada.makeList("Sat\"urday")
    #expect(
      try ada.records().map(\.line) == [
        #"{"fields":{"CD_isCompleted":false,"CD_name":"Sat\"urday"},"#
          + #""recordName":"00000000-0000-0000-0000-000000000007","recordType":"CD_GroceryList"}"#
      ])
  }
}
