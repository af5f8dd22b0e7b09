import DaybookTesting
import Pantry
import Testing

struct QuantityTests {
  @Test(arguments: [
    (Quantity(amount: 1500, unit: .gram), "1.5 kg"),
    (Quantity(amount: 3, unit: .teaspoon), "1 tbsp"),
    (Quantity(amount: 0.5, unit: .cup), "½ cup"), (Quantity(amount: 2.5, unit: .cup), "2½ cups"),
    (Quantity(amount: 2, end: 3), "2–3"), (Quantity(amount: 1.0 / 3, unit: .cup), "⅓ cup"),
    (Quantity(amount: 2, unit: Quantity.Unit(rawValue: "can")), "2 cans"),
    (Quantity(amount: 0.25, unit: .liter), "0.25 l"),
    (Quantity(amount: 1, end: 2, unit: .cup), "1–2 cups"),
    (Quantity(amount: 0.0025, unit: .kilogram), "2.5 g"),
    (Quantity(amount: -0.5, unit: .cup), "-½ cup"),
    (Quantity(amount: 0.0625, unit: .cup), "1 tbsp"), (Quantity(amount: 0, unit: .gram), "0 g"),
    (Quantity(amount: 0.0005, unit: .liter), "0.5 ml"),
    (Quantity(amount: 0.5, unit: .pound), "½ lb"),
    (Quantity(amount: 1.37), "1.37"), (Quantity(amount: 32, unit: .ounce), "2 lb"),
  ])
  func `a quantity reads as a recipe has it`(_ quantity: Quantity, _ text: String) {
    #expect(quantity.tidied.text == text)
  }

  @Test(
    arguments: [
      (Quantity(amount: 1, unit: .pound), .gram, 453.59237),
      (Quantity(amount: 2, unit: .kilogram), .gram, 2000),
      (Quantity(amount: 1, unit: .cup), .tablespoon, 16),
      (Quantity(amount: 1, unit: .cup), .milliliter, 236.5882365),
      (Quantity(amount: 2, unit: .dozen), .piece, 24),
      (Quantity(amount: 1, unit: .cup), .gram, nil),
      (Quantity(amount: 1, unit: Quantity.Unit(rawValue: "can")), .piece, nil),
    ] as [(Quantity, Quantity.Unit, Double?)])
  func `a quantity is converted within its dimension alone`(
    _ quantity: Quantity, _ unit: Quantity.Unit, _ amount: Double?
  ) {
    #expect(quantity.converted(to: unit)?.amount == amount)
  }

  @Test func `what cannot be merged stays beside`() {
    let can = Quantity.Unit(rawValue: "can")
    let sums = Quantity.merged([
      Quantity(amount: 500, unit: .gram), Quantity(amount: 1, unit: .cup),
      Quantity(amount: 1, unit: can), Quantity(amount: 0.5, unit: .kilogram), Quantity(amount: 2),
      Quantity(amount: 2, end: 3, unit: can), Quantity(amount: 8, unit: .tablespoon),
      Quantity(amount: 1, unit: .dozen),
    ])
    #expect(sums.map(\.text) == ["1000 g", "1½ cups", "3–4 cans", "14"])
  }

  @Test(arguments: 1...UInt64(50))
  func `merging keeps the sum of each dimension, in whatever order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let units: [Quantity.Unit] = [
      .gram, .kilogram, .pound, .cup, .liter, .tablespoon, .piece, .dozen,
      Quantity.Unit(rawValue: "can"), Quantity.Unit(rawValue: "jar"),
    ]
    let quantities = (0..<12).map { _ in
      Quantity(
        amount: Double(Int.random(in: 1...40, using: &random)) / 4,
        unit: units.randomElement(using: &random) ?? .gram)
    }
    let merged = Quantity.merged(quantities)
    let shuffled = Quantity.merged(quantities.shuffled(using: &random))
    #expect(merged.count == shuffled.count)
    for sum in merged {
      let parts = quantities.compactMap { $0.converted(to: sum.unit)?.amount }
      #expect(abs(parts.reduce(0, +) - sum.amount) < 1e-6)
      let other = try #require(shuffled.lazy.compactMap { $0.converted(to: sum.unit) }.first)
      #expect(abs(other.amount - sum.amount) < 1e-6)
    }
  }

  @Test(arguments: [(3.0, "1 cup"), (0.5, "⅙ cup"), (4, "1⅓ cups")])
  func `thirds are scaled without a rest`(_ factor: Double, _ text: String) {
    let third = Quantity(amount: 1.0 / 3, unit: .cup)
    #expect(third.scaled(by: factor).text == text)
  }
}
