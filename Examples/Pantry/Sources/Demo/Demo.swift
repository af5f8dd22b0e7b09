import DaybookMacros
import DaybookSync
import Foundation
import Pantry

/// Two people shop, on one phone and then on two, and the list is shown after each step.
@main enum Demo {
  static func main() async throws {
    let ada = Household(store: try .temporary(schema: .pantry), person: "Ada")
    let ben = Household(store: ada.store, person: "Ben")
    try await ada.setUp()
    let list = try await ada.makeList("Saturday")
    let dairy = try await ada.category("Dairy")
    let milk = try await ada.add("1 l oat milk", category: dairy, to: list)
    try await ada.add("250 g leeks", to: list)
    try await ada.setStaple("salt")
    let soup = try await ben.write(
      Recipe(title: "Soup", servings: 2),
      ingredients: ["400 g leeks, in rings", "2 1/2 cups water", "salt to taste"])
    let week = try await ben.makePlan("This week", from: 20_400)
    try await ben.plan(soup, on: 20_402, at: .dinner, servings: 4, in: week)
    try await ben.shop(for: week, onto: list)
    try show(list, of: ada, "a soup for four is planned")
    try await ada.buy(milk)
    try show(list, of: ada, "the milk is bought")
    try await ben.takeBack(week, from: list)
    try show(list, of: ada, "the soup is off")
    try await ben.change(list, .deleted)
    try show(list, of: ada, "Ben deleted the list")
    try await ben.undo()
    try show(list, of: ada, "Ben took that back")
    print("what begins with “le”:", try ada.search("le").map(\.text))
    try await share(list, of: ada)
  }

  /// Ben gets a phone of his own; a folder is between the two.
  private static func share(_ list: ID<GroceryList>, of ada: Household) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("pantry-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func place(_ name: String) -> String { folder.appendingPathComponent(name).path }
    let first = try await SharedHousehold.share(ada, as: "Home", key: place("ada.key"))
    let request = try SharedHousehold.request(key: place("ben.key"))
    let invitation = try await first.admit(request, of: "Ben")
    let second = try SharedHousehold.join(
      invitation, at: place("ben"), person: "Ben", key: place("ben.key"))
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
