import DaybookMacros
import DaybookTesting
import Foundation
import Grocer
import Testing

@Suite struct StoredTests {
  private static func id(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }

  private static let transactions: [@Sendable (inout Draft) throws -> Void] = [
    { draft in
      try draft.append(.made(Category(name: "Cold")), to: Category.self, id(1))
      try draft.append(.made(GroceryList(name: "Saturday")), to: GroceryList.self, id(2))
    },
    { draft in
      let item = Item(list: id(2), text: "Oat milk", grams: 1000, category: id(1), isBought: true)
      try draft.append(.added(item), to: Item.self, id(3))
      try draft.append(.renamed("Milk"), to: Item.self, id(3))
      try draft.append(.weighed(grams: 500), to: Item.self, id(3))
      try draft.append(.weighed(grams: nil), to: Item.self, id(3))
      try draft.append(.bought(false), to: Item.self, id(3))
    },
    { draft in
      let recipe = Recipe(
        title: "Soup",
        ingredients: [
          Ingredient(text: "leeks", grams: 400, category: id(1)), Ingredient(text: "salt"),
        ])
      try draft.append(.written(recipe), to: Recipe.self, id(4))
    },
    { draft in
      try draft.append(.removed, to: Recipe.self, id(4))
      try draft.append(.removed, to: Item.self, id(3))
      try draft.append(.deleted, to: GroceryList.self, id(2))
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
