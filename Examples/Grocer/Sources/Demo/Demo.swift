import DaybookMacros
import Grocer

/// Two people shop, and the list is shown after each step.
@main enum Demo {
  static func main() async throws {
    let ada = Household(store: try .temporary(schema: .grocer), person: "Ada")
    let ben = Household(store: ada.store, person: "Ben")
    let list = try await ada.makeList("Saturday")
    let cold = try await ada.category("Cold")
    let milk = try await ada.add("oat milk", grams: 1000, category: cold, to: list)
    let leeks = Ingredient(text: "leeks", grams: 400)
    let soup = try await ben.write(Recipe(title: "Soup", ingredients: [leeks]))
    try await ben.cook(soup, onto: list)
    try show(list, of: ada, "a soup is planned")
    try await ada.change(milk, .bought(true))
    try show(list, of: ada, "the milk is bought")
    try await ben.deleteList(list)
    try show(list, of: ada, "Ben deleted the list")
    try await ben.undo()
    try show(list, of: ada, "Ben took that back")
    print("what begins with “le”:", try ada.search("le").map(\.text))
  }

  private static func show(_ list: UUID, of household: Household, _ title: String) throws {
    let items = try household.items(of: list).current().map(\.row)
    print("\(title):", items.map { "\($0.isBought ? "✓" : "☐") \($0.text)" })
  }
}
