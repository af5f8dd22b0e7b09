import DaybookMacros
import Foundation
import Pantry
import Testing

struct PlanTests {
  @Test func `meals are in the order in which they are eaten`() async throws {
    let ada = try household()
    let week = try await ada.makePlan("Week", from: 100)
    for (title, day, meal) in [
      ("Stew", 101, Meal.dinner), ("Soup", 100, .lunch), ("Toast", 101, .breakfast),
      ("Cake", 101, .snack), ("Salad", 101, .lunch), ("Tea", 101, Meal(rawValue: "supper")),
    ] {
      let recipe = try await ada.write(Recipe(title: title))
      try await ada.plan(recipe, on: day, at: meal, in: week)
    }
    #expect(
      try ada.meals(of: week).current().map(\.row.title)
        == ["Soup", "Toast", "Salad", "Cake", "Stew", "Tea"])
  }

  @Test func `one recipe that two devices plan for one meal is there once`() async throws {
    let (ada, ben) = (try household("Ada"), try household("Ben"))
    let soup = try await ada.write(Recipe(title: "Soup", servings: 2))
    let week = try await ada.makePlan("Week", from: 100)
    try await ben.absorb(ada)
    try await ada.plan(soup, on: 101, at: .dinner, in: week)
    try await ben.plan(soup, on: 101, at: .dinner, servings: 6, in: week)
    try await ada.absorb(ben)
    try await ben.absorb(ada)
    for phone in [ada, ben] {
      #expect(try phone.meals(of: week).current().count == 1)
    }
    #expect(try ada.records() == ben.records())
  }

  @Test func `a meal that was moved leaves its place to another`() async throws {
    let filled = try await FilledPantry(household())
    let ada = filled.household
    try await ada.change(filled.dinner, .moved(day: 20_403, meal: .lunch))
    let again = try await ada.plan(filled.soup, on: 20_402, at: .dinner, in: filled.week)
    #expect(again != filled.dinner)
    #expect(try await ada.plan(filled.soup, on: 20_402, at: .dinner, in: filled.week) == again)
    #expect(try ada.meals(of: filled.week).current().map(\.row.day) == [20_402, 20_403])
  }

  @Test func `a meal that was cooked counts for its recipe, once`() async throws {
    let filled = try await FilledPantry(household())
    let ada = filled.household
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    for _ in 1...2 { try await ada.cooked(filled.dinner, on: now) }
    #expect(try ada.state(filled.soup)?.timesCooked == 1)
    try await ada.undo()
    #expect(try ada.state(filled.soup)?.timesCooked == 0)
    #expect(try ada.state(filled.dinner)?.isCooked == false)
  }

  @Test func `FG-3: a deleted plan takes its meals along, and one undo brings all back`()
    async throws
  {
    let filled = try await FilledPantry(household())
    let ada = filled.household
    let before = try ada.records()
    try await ada.change(filled.week, .deleted)
    #expect(try ada.all(MealPlanRecipe.self) == [])
    try await ada.undo()
    #expect(try ada.records() == before)
  }

  @Test func `a meal that was cooked counts for no recipe that is deleted`() async throws {
    let filled = try await FilledPantry(household())
    let ada = filled.household
    try await ada.change(filled.soup, .deleted)
    try await ada.cooked(filled.dinner, on: Date(timeIntervalSinceReferenceDate: 800_000_000))
    #expect(try ada.state(filled.dinner)?.isCooked == true)
    #expect(try ada.state(filled.dinner)?.recipe == nil)
    for _ in 1...2 { try await ada.undo() }
    #expect(try ada.state(filled.dinner)?.recipe == filled.soup)
    #expect(try ada.state(filled.soup)?.timesCooked == 0)
  }
}
