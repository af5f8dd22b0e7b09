import DaybookMacros
import DaybookTesting
import Foundation
import Grocer
import Testing

@Suite struct StoredTests {
  private static func id<E: Entity>(_ number: UInt8) -> ID<E> {
    ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number)))
  }

  private static let cold: ID<Category> = id(1)
  private static let list: ID<GroceryList> = id(2)
  private static let milk: ID<Item> = id(3)
  private static let soup: ID<Recipe> = id(4)

  private static let transactions: [@Sendable (inout Draft) throws -> Void] = [
    { draft in
      try draft.append(.made(Category(name: "Cold")), to: cold)
      try draft.append(.made(GroceryList(name: "Saturday")), to: list)
    },
    { draft in
      let item = Item(list: list, text: "Oat milk", grams: 1000, category: cold, isBought: true)
      try draft.append(.added(item), to: milk)
      try draft.append(.renamed("Milk"), to: milk)
      try draft.append(.weighed(grams: 500), to: milk)
      try draft.append(.weighed(grams: nil), to: milk)
      try draft.append(.bought(false), to: milk)
    },
    { draft in
      let recipe = Recipe(
        title: "Soup",
        ingredients: [
          Ingredient(text: "leeks", grams: 400, category: cold), Ingredient(text: "salt"),
        ])
      try draft.append(.written(recipe), to: soup)
    },
    { draft in
      try draft.append(.removed, to: soup)
      try draft.append(.removed, to: milk)
      try draft.append(.deleted, to: list)
    },
  ]

  @Test func `what the app stores is what it stored`() throws {
    let check = StoredFormatCheck(schema: .grocer, transactions: Self.transactions)
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("StoredFormat.txt").path
    #expect(try check.differences(from: file) == [])
  }

  @Test func `views are lawful`() throws {
    let laws = ProjectionLaws(schema: .grocer, transactions: Self.transactions)
    #expect(try laws.violations(seed: 7).map(\.description) == [])
  }
}
