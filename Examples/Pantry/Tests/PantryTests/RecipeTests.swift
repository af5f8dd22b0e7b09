import DaybookMacros
import DaybookTesting
import Foundation
import Pantry
import Testing

struct RecipeTests {
  @Test func `cooking puts what is needed on the list, and adds to what is there`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    try await ada.add("200 g leeks", to: list)
    let soup = try await ada.write(Recipe(title: "Soup"), ingredients: ["400 g leeks", "salt"])
    try await ada.cook(soup, onto: list)
    #expect(try ada.texts(of: list) == ["600 g leeks", "salt"])
    try await ada.undo()
    #expect(try ada.texts(of: list) == ["200 g leeks"])
  }

  @Test func `cooking twice is cooking once, and for more people it is more`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    let soup = try await ada.write(Recipe(title: "Soup", servings: 2), ingredients: ["400 g leeks"])
    try await ada.cook(soup, onto: list)
    let token = try ada.store.read { try $0.token() }
    try await ada.cook(soup, onto: list)
    #expect(try ada.store.read { try $0.token() } == token)
    try await ada.cook(soup, servings: 6, onto: list)
    #expect(try ada.texts(of: list) == ["1.2 kg leeks"])
  }

  @Test func `a recipe is scaled by its servings`() async throws {
    let ada = try household()
    let cake = try await ada.write(
      Recipe(title: "Cake", servings: 4),
      ingredients: ["2 1/2 cups flour, sifted", "3 eggs", "1 tsp salt", "butter"])
    #expect(
      try ada.ingredients(of: cake, servings: 12).map(\.text)
        == ["7½ cups flour, sifted", "9 eggs", "1 tbsp salt", "butter"])
    #expect(
      try ada.ingredients(of: cake).map(\.text)
        == ["2 1/2 cups flour, sifted", "3 eggs", "1 tsp salt", "butter"])
    for nobody in [0, -2] { #expect(try ada.ingredients(of: cake, servings: nobody) == []) }
    let list = try await ada.makeList("Saturday")
    try await ada.cook(cake, servings: 0, onto: list)
    #expect(try ada.texts(of: list) == [])
    try await ada.change(cake, .served(0))
    #expect(try ada.ingredients(of: cake, servings: 8).map(\.text)[1] == "3 eggs")
  }

  @Test func `a line that names nothing is refused, and left out of what is pasted`() async throws {
    let ada = try household()
    let soup = try await ada.write(
      Recipe(title: "Soup"), ingredients: ["400 g leeks", "", "  ", "(optional)", "salt"])
    #expect(try ada.ingredients(of: soup).map(\.name) == ["leeks", "salt"])
    let list = try await ada.makeList("Saturday")
    for text in ["", ",", "(optional)"] {
      await #expect(throws: NamelessLine(text: text)) { try await ada.add(text, to: soup) }
      await #expect(throws: NamelessLine(text: text)) { try await ada.add(text, to: list) }
    }
    #expect(try ada.texts(of: list) == [])
  }

  @Test func `a number at its end stays there, whoever wrote it`() async throws {
    let ada = try household()
    let soup = try await ada.write(Recipe(title: "Soup", timesCooked: .max))
    try await ada.change(soup, .cooked(Date(timeIntervalSince1970: 0)))
    #expect(try ada.state(soup)?.timesCooked == .max)
    let salt = try await ada.add("salt", to: soup)
    try await ada.change(salt, .ranked(.max))
    try await ada.add("water", to: soup)
    #expect(try ada.ingredients(of: soup).count == 2)
  }

  @Test func `lines are added, rewritten, ranked and removed`() async throws {
    let ada = try household()
    let soup = try await ada.write(Recipe(title: "Soup"), ingredients: ["400 g leeks"])
    let salt = try await ada.add("salt", to: soup)
    let water = try await ada.add("1 l water", to: soup)
    try await ada.rewrite(salt, as: "1 tsp sea salt")
    try await ada.change(water, .ranked(-1))
    #expect(
      try ada.ingredients(of: soup).map(\.text) == ["1 l water", "400 g leeks", "1 tsp sea salt"])
    #expect(try ada.state(salt)?.template == IngredientTemplate.id(of: "Sea  salt"))
    try await ada.change(water, .removed)
    #expect(try ada.ingredients(of: soup).count == 2)
  }

  @Test func `a template tells in how many lines it is`() async throws {
    let ada = try household()
    for title in ["Soup", "Stew"] {
      _ = try await ada.write(Recipe(title: title), ingredients: ["1 l water", "salt"])
    }
    let water = IngredientTemplate.id(of: "water")
    #expect(try ada.store.read { try $0.count(IngredientsOfTemplate.where(water)) } == 2)
    #expect(try ada.all(IngredientTemplate.self).count == 2)
  }

  @Test func `what a line of a recipe is of cannot be deleted`() async throws {
    let ada = try household()
    let soup = try await ada.write(Recipe(title: "Soup"), ingredients: ["1 l water"])
    let water = IngredientTemplate.id(of: "water")
    let error = await #expect(throws: StoreError.self) { try await ada.change(water, .deleted) }
    #expect(error?.code == .refusedByRelation)
    #expect(try ada.state(water) != nil)
    try await ada.change(soup, .deleted)
    try await ada.change(water, .deleted)
    // The recipe would be back, and a line of it be of nothing.
    await #expect(throws: StoreError.self) { try await ada.store.undo(transaction: 2) }
    try await ada.undo()
    try await ada.undo()
    #expect(try ada.ingredients(of: soup).map(\.text) == ["1 l water"])
  }

  @Test func `a line that arrives when what it is of is deleted stays, and is told`() async throws {
    let clock = TestClock(step: 0.001)
    let (ada, ben) = (try household("Ada", clock), try household("Ben", clock))
    let soup = try await ada.write(Recipe(title: "Soup"))
    let water = try await ada.setStaple("water")
    try await ben.absorb(ada)
    let line = try await ben.add("1 l water", to: soup)
    try await ada.change(water, .deleted)
    try await ada.absorb(ben)
    try await ben.absorb(ada)
    for phone in [ada, ben] {
      #expect(try phone.ingredients(of: soup).map(\.text) == ["1 l water"])
      let told = try phone.store.read { try $0.dangling(IngredientsOfTemplate.self) }
      #expect(told == [DanglingReference(child: line, parent: water)])
    }
    #expect(try ada.records() == ben.records())
    try await ben.rewrite(line, as: "2 l water")
    #expect(try ben.store.read { try $0.dangling(IngredientsOfTemplate.self) } == [])
  }

  @Test func `nobody's undo takes from others what their lines are of`() async throws {
    let ada = try household("Ada")
    let ben = ada.with("Ben")
    _ = try await ada.write(Recipe(title: "Soup"), ingredients: ["salt"])
    let stew = try await ben.write(Recipe(title: "Stew"), ingredients: ["salt"])
    let salt = try await ben.setStaple("salt")
    try await ada.undo()
    #expect(try ben.ingredients(of: stew).map(\.text) == ["salt"])
    #expect(try ben.state(salt)?.isStaple == true)
  }

  @Test func `FG-3: a deleted recipe takes its ingredients along, lists keep their words`()
    async throws
  {
    let filled = try await FilledPantry(household())
    let ada = filled.household
    let (texts, before) = (try ada.texts(of: filled.list), try ada.records())
    try await ada.change(filled.soup, .deleted)
    #expect(try ada.all(Ingredient.self) == [])
    #expect(try ada.texts(of: filled.list) == texts)
    #expect(try ada.state(filled.dinner)?.title == "Soup")
    let meal = try ada.records().first { $0.type == "CD_MealPlanRecipe" }
    #expect(meal?.fields["CD_recipe"] == nil)
    try await ada.undo()
    #expect(try ada.records() == before)
  }

  @Test func `a recipe counts how often it was cooked, on whatever device`() async throws {
    let (ada, ben) = (try household("Ada"), try household("Ben"))
    let soup = try await ada.write(Recipe(title: "Soup"))
    try await ben.absorb(ada)
    let day = Date(timeIntervalSinceReferenceDate: 800_000_000)
    try await ada.change(soup, .cooked(day.addingTimeInterval(86_400)))
    try await ben.change(soup, .cooked(day))
    try await ada.absorb(ben)
    #expect(try ada.state(soup)?.timesCooked == 2)
    #expect(try ada.state(soup)?.lastCooked == day.addingTimeInterval(86_400))
  }
}
