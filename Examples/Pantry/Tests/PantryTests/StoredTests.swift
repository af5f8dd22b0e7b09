import DaybookMacros
import DaybookTesting
import Foundation
import Pantry
import Testing

struct StoredTests {
  static func uuid(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }

  private static let dairy = ID<Pantry.Category>(uuid(1))
  private static let twin = ID<Pantry.Category>(uuid(11))
  private static let list = ID<GroceryList>(uuid(2))
  private static let milk = ID<GroceryListItem>(uuid(3))
  private static let soup = ID<Recipe>(uuid(4))
  private static let leeks = ID<Ingredient>(uuid(5))
  private static let template = ID<IngredientTemplate>(uuid(6))
  private static let week = ID<MealPlan>(uuid(7))
  private static let dinner = ID<MealPlanRecipe>(uuid(8))

  private static let transactions: [@Sendable (inout Draft) throws -> Void] = [
    making, shopping, cooking, planning, deleting,
  ]

  private static func making(_ draft: inout Draft) throws {
    try draft.append(
      .made(Pantry.Category(name: "Dairy", color: "#7FB3D5", rank: 2, isDefault: true)), to: dairy)
    try draft.append(.renamed("Cold"), to: dairy)
    try draft.append(.colored("#000000"), to: dairy)
    try draft.append(.colored(nil), to: dairy)
    try draft.append(.ranked(3), to: dairy)
    try draft.append(.made(Pantry.Category(name: "cold")), to: twin)
    try draft.append(.merged(into: dairy), to: twin)
    try draft.append(
      .made(GroceryList(name: "Saturday", notes: "market", isCompleted: true)), to: list)
    try draft.append(.renamed("Sunday"), to: list)
    try draft.append(.noted("shop"), to: list)
    try draft.append(.noted(nil), to: list)
    try draft.append(.completed(false), to: list)
    try draft.append(
      .made(IngredientTemplate(name: "leeks", category: dairy, isStaple: true)), to: template)
    try draft.append(.categorized(nil), to: template)
    try draft.append(.categorized(dairy), to: template)
    try draft.append(.stapled(false), to: template)
    try draft.append(.stapled(true), to: template)
  }

  private static func shopping(_ draft: inout Draft) throws {
    let portion = Portion(
      id: uuid(9), quantity: Quantity(amount: 1.5, end: 2, unit: .liter), recipe: soup,
      meal: dinner, plan: week)
    let item = GroceryListItem(
      list: list, name: "Oat milk", portions: [portion, Portion(id: uuid(10))], category: dairy,
      note: "cold", bought: [uuid(9), uuid(10)])
    try draft.append(.wanted(item), to: milk)
    try draft.append(.unbought, to: milk)
    try draft.append(.bought(portions: [uuid(10)]), to: milk)
    try draft.append(.unwanted(portions: [uuid(9)]), to: milk)
    try draft.append(.measured(portion), to: milk)
    try draft.append(.renamed("Milk"), to: milk)
    try draft.append(.categorized(nil), to: milk)
    try draft.append(.categorized(dairy), to: milk)
    try draft.append(.noted(nil), to: milk)
    try draft.append(.noted("warm"), to: milk)
  }

  private static func cooking(_ draft: inout Draft) throws {
    let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let recipe = Recipe(
      title: "Soup", servings: 2, instructions: "Boil.", prepMinutes: 10, cookMinutes: 20,
      isFavorite: true, source: "https://example.org", timesCooked: 1, lastCooked: date)
    try draft.append(.written(recipe), to: soup)
    try draft.append(.retitled("Leek soup"), to: soup)
    try draft.append(.served(4), to: soup)
    try draft.append(.instructed("Boil long."), to: soup)
    try draft.append(.timed(prep: 5, cook: nil), to: soup)
    try draft.append(.favored(false), to: soup)
    try draft.append(.linked("https://example.org/soup"), to: soup)
    try draft.append(.cooked(date), to: soup)
    let line = IngredientLine("400 g leeks, in rings")
    try draft.append(
      .added(Ingredient(recipe: soup, line: line, rank: 1, template: template)), to: leeks)
    try draft.append(.rewritten(line: IngredientLine("2–3 leeks"), template: template), to: leeks)
    try draft.append(.ranked(2), to: leeks)
  }

  private static func planning(_ draft: inout Draft) throws {
    let plan = MealPlan(name: "Week", start: 20_400, days: 5, isActive: true, isCompleted: true)
    try draft.append(.made(plan), to: week)
    try draft.append(.renamed("This week"), to: week)
    try draft.append(.spanned(start: 20_401, days: 7), to: week)
    try draft.append(.activated(false), to: week)
    try draft.append(.completed(false), to: week)
    let meal = MealPlanRecipe(
      plan: week, recipe: soup, title: "Soup", day: 20_402, meal: .dinner, servings: 4,
      isCooked: true, note: "early")
    try draft.append(.planned(meal), to: dinner)
    try draft.append(.moved(day: 20_403, meal: .lunch), to: dinner)
    try draft.append(.served(2), to: dinner)
    try draft.append(.cooked(false), to: dinner)
    try draft.append(.noted("late"), to: dinner)
  }

  private static func deleting(_ draft: inout Draft) throws {
    try draft.append(.removed, to: dinner)
    try draft.append(.deleted, to: week)
    try draft.append(.removed, to: leeks)
    try draft.append(.deleted, to: soup)
    try draft.append(.removed, to: milk)
    try draft.append(.deleted, to: template)
    try draft.append(.deleted, to: list)
    try draft.append(.deleted, to: dairy)
  }

  @Test func `what the app stores is what it stored`() throws {
    let check = StoredFormatCheck(schema: .pantry, transactions: Self.transactions)
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("StoredFormat.txt").path
    #expect(try check.differences(from: file) == [])
  }

  @Test func `views are lawful`() throws {
    let laws = ProjectionLaws(schema: .pantry, transactions: Self.transactions)
    #expect(try laws.violations(seed: 7).map(\.description) == [])
  }

  @Test(arguments: UInt64(1)...4)
  func `relations are lawful`(seed: UInt64) throws {
    let laws = RelationLaws(schema: .pantry, transactions: Self.transactions)
    #expect(try laws.violations(seed: seed).map(\.description) == [])
  }

  @Test func `what two devices may both make may arrive late`() throws {
    let laws = ProjectionLaws(schema: .pantry, transactions: [Self.making, Self.planning])
    #expect(try laws.lateCreations(of: Pantry.Category.self).map(\.description) == [])
    #expect(try laws.lateCreations(of: IngredientTemplate.self).map(\.description) == [])
    #expect(try laws.lateCreations(of: MealPlanRecipe.self).map(\.description) == [])
  }
}
