import DaybookMacros
import Grocer
import Testing

@Suite struct RecipeTests {
  @Test func `cooking puts what is needed on the list, and adds to what is there`() async throws {
    let ada = try household()
    let list = try await ada.makeList("Saturday")
    try await ada.add("leeks", grams: 200, to: list)
    let soup = try await ada.write(
      Recipe(
        title: "Soup",
        ingredients: [Ingredient(text: "leeks", grams: 400), Ingredient(text: "salt")]))
    try await ada.cook(soup, onto: list)
    let items = try ada.items(of: list).current()
    #expect(items.map(\.row.text) == ["leeks", "salt"])
    #expect(items.map(\.row.grams) == [600, nil])
    try await ada.undo()
    #expect(try ada.items(of: list).current().map(\.row.grams) == [200])
  }
}
