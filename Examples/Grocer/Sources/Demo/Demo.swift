import DaybookMacros
import DaybookSync
import Foundation
import Grocer

/// Two people shop, on one phone and then on two, and the list is shown after each step.
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
    try await share(list, of: ada)
  }

  /// Ben gets a phone of his own; a folder is between the two.
  private static func share(_ list: ID<GroceryList>, of ada: Household) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("grocer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func place(_ name: String) -> URL { folder.appendingPathComponent(name) }
    let first = try await SharedHousehold.share(ada, as: "Home", key: place("ada.key"))
    let request = try SharedHousehold.request(key: place("ben.key"))
    let invitation = try await first.admit(request, of: "Ben")
    let second = try SharedHousehold.join(
      invitation, at: place("ben").path, person: "Ben", key: place("ben.key"))
    try await first.exchange(over: place("drive"))
    try await second.exchange(over: place("drive"))
    try show(list, of: second.household, "on Ben's own phone")
    try await second.household.add("bread", to: list)
    try await ada.add("salt", to: list)
    for phone in [first, second, first] { try await phone.exchange(over: place("drive")) }
    try show(list, of: ada, "both added something apart")
    let comparison = try ada.store.compare(with: second.household.store)
    print("the two phones show the same:", comparison.isEqual)
  }

  private static func show(
    _ list: ID<GroceryList>, of household: Household, _ title: String
  ) throws {
    let items = try household.items(of: list).current().map(\.row)
    print("\(title):", items.map { "\($0.isBought ? "✓" : "☐") \($0.text)" })
  }
}
