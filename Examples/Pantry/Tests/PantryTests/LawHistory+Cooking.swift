import DaybookMacros
import Foundation
import Pantry

extension LawHistory {
  private static let noon = Date(timeIntervalSinceReferenceDate: 800_000_000)

  mutating func editRecipe() async throws {
    guard let recipe = any("Recipe")?.id, number(0...2) > 0 else { return try await makeRecipe() }
    let id = ID<Recipe>(recipe)
    switch number(0...4) {
    case 0:
      try await remove(id, .deleted)
    case 1:
      let servings = [1, 2, 4][number(0...2)]
      try await change(id, .served(servings), ["servings": JSONValue(Int64(servings))])
    case 2:
      let noon = Self.noon
      try await write {
        try await $0.change(id, .cooked(noon))
      } _: { writing, _ in
        writing.add(.cook(recipe, noon.timeIntervalSinceReferenceDate))
      }
    default:
      let line = LawLine.random(&random)
      try await write {
        try await $0.add(line.text, to: id)
      } _: { writing, ids in
        let last = writing.ingredients(of: recipe).last?.thing.number("sortOrder")
        writing.add(line, to: recipe, rank: last.map { $0 + 1 } ?? 0, as: ids.last(1)[0])
      }
    }
  }

  private mutating func makeRecipe() async throws {
    let (title, servings) = (newName(), [1, 2, 4][number(0...2)])
    var lines: [LawLine] = []
    for _ in 0..<number(0...3) { lines.append(LawLine.random(&random)) }
    let told = lines
    try await write {
      _ = try await $0.write(
        Recipe(title: title, servings: servings), ingredients: told.map(\.text))
    } _: { writing, ids in
      let new = ids.last(told.count + 1)
      writing.make(
        new[0], "Recipe",
        [
          "title": .string(title), "servings": JSONValue(Int64(servings)), "isFavorite": false,
          "usageCount": 0,
        ])
      for (rank, line) in told.enumerated() {
        writing.add(line, to: new[0], rank: rank, as: new[rank + 1])
      }
    }
  }

  mutating func editIngredient() async throws {
    guard let ingredient = any("Ingredient")?.id else { return }
    let id = ID<Ingredient>(ingredient)
    switch number(0...2) {
    case 0: try await remove(id, .removed)
    case 1:
      let rank = number(-5...5)
      try await change(id, .ranked(rank), ["sortOrder": JSONValue(Int64(rank))])
    default:
      let line = LawLine.random(&random)
      try await write {
        try await $0.rewrite(id, as: line.text)
      } _: { writing, _ in
        let fields = writing.lineFields(line)
        writing.add(.set(ingredient, fields))
      }
    }
  }

  mutating func editPlan() async throws {
    if let meal = any("MealPlanRecipe"), number(0...2) == 0 {
      return try await change(meal.id, meal.thing)
    }
    guard let plan = any("MealPlan")?.id, number(0...3) > 0 else { return try await makePlan() }
    if number(0...5) == 0 { return try await remove(ID<MealPlan>(plan), .deleted) }
    try await self.plan(plan)
  }

  private mutating func makePlan() async throws {
    let name = newName()
    try await write {
      _ = try await $0.makePlan(name, from: 100)
    } _: { writing, ids in
      writing.make(
        ids.last(1)[0], "MealPlan",
        [
          "name": .string(name), "startDay": 100, "duration": 7, "isActive": false,
          "isCompleted": false,
        ])
    }
  }

  private mutating func plan(_ plan: UUID) async throws {
    guard let recipe = any("Recipe") else { return }
    let (day, meal) = (number(100...101), flip() ? Meal.lunch : .dinner)
    let servings = flip() ? 2 : nil
    try await write {
      try await $0.plan(ID(recipe.id), on: day, at: meal, servings: servings, in: ID(plan))
    } _: { writing, ids in
      let same = writing.all("MealPlanRecipe") {
        $0.id("mealPlan") == plan && $0.id("recipe") == recipe.id && $0.number("day") == day
          && $0.text("mealType") == meal.rawValue
      }
      if !same.isEmpty { return }
      let own = MealPlanRecipe.id(of: ID(recipe.id), on: day, at: meal, in: ID(plan)).rawValue
      writing.make(
        writing.things[own] == nil ? own : ids.last(1)[0], "MealPlanRecipe",
        [
          "mealPlan": .string(plan.uuidString), "recipe": .string(recipe.id.uuidString),
          "title": recipe.thing.fields["title"], "day": JSONValue(Int64(day)),
          "mealType": .string(meal.rawValue),
          "servings": servings.map { JSONValue(Int64($0)) } ?? recipe.thing.fields["servings"],
          "isCompleted": false,
        ], keepsFirst: true)
    }
  }

  private mutating func change(_ meal: UUID, _ thing: NaiveThing) async throws {
    let id = ID<MealPlanRecipe>(meal)
    switch number(0...3) {
    case 0:
      let (day, other) = (number(100...101), flip() ? Meal.lunch : .dinner)
      try await change(
        id, .moved(day: day, meal: other),
        ["day": JSONValue(Int64(day)), "mealType": .string(other.rawValue)])
    case 1:
      let servings = [1, 2, 4][number(0...2)]
      try await change(id, .served(servings), ["servings": JSONValue(Int64(servings))])
    case 2:
      let noon = Self.noon
      try await write {
        try await $0.cooked(id, on: noon)
      } _: { writing, _ in
        if thing.flag("isCompleted") { return }
        writing.add(.set(meal, ["isCompleted": true]))
        if let recipe = thing.id("recipe"), writing.things[recipe] != nil {
          writing.add(.cook(recipe, noon.timeIntervalSinceReferenceDate))
        }
      }
    default: try await remove(id, .removed)
    }
  }

  mutating func goShopping() async throws {
    guard let list = any("GroceryList")?.id else { return }
    let goal = ID<GroceryList>(list)
    if let recipe = any("Recipe")?.id, number(0...3) == 0 {
      let servings = flip() ? 4 : nil
      return try await write {
        try await $0.cook(ID(recipe), servings: servings, onto: goal)
      } _: { writing, _ in
        writing.cook(recipe, servings, onto: list)
      }
    }
    if number(0...5) == 0 {
      return try await write {
        try await $0.addStaples(to: goal)
      } _: { writing, _ in
        writing.addStaples(to: list)
      }
    }
    guard let plan = any("MealPlan")?.id else { return }
    let includesStaples = flip()
    if number(0...3) == 0 {
      return try await write {
        try await $0.takeBack(ID(plan), from: goal)
      } _: { writing, _ in
        writing.takeBack(from: list) { $0.plan == plan }
      }
    }
    try await write {
      try await $0.shop(for: ID(plan), onto: goal, includesStaples: includesStaples)
    } _: { writing, _ in
      writing.shop(for: plan, onto: list, includesStaples: includesStaples)
    }
  }
}
