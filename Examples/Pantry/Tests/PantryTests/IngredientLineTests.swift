import DaybookTesting
import Pantry
import Testing

/// A line, and what it is to say.
struct LineCase: Sendable, CustomTestStringConvertible {
  var text: String
  var quantity: Quantity?
  var name: String
  var note: String?

  init(
    _ text: String, _ amount: Double?, _ unit: String, to end: Double? = nil, _ name: String,
    note: String? = nil
  ) {
    self.text = text
    quantity = amount.map {
      Quantity(amount: $0, end: end, unit: Quantity.Unit(rawValue: unit))
    }
    self.name = name
    self.note = note
  }

  /// Of pieces, or without an amount.
  init(
    _ text: String, _ amount: Double?, to end: Double? = nil, _ name: String, note: String? = nil
  ) {
    self.init(text, amount, "", to: end, name, note: note)
  }

  var testDescription: String { text }
}

struct IngredientLineTests {
  @Test(arguments: [
    LineCase("2 1/2 cups flour, sifted", 2.5, "cup", "flour", note: "sifted"),
    LineCase("2½ cups flour", 2.5, "cup", "flour"), LineCase("2 ½ cups flour", 2.5, "cup", "flour"),
    LineCase("½ tsp. salt", 0.5, "tsp", "salt"), LineCase("1/2 tsp salt", 0.5, "tsp", "salt"),
    LineCase("1⁄2 tsp salt", 0.5, "tsp", "salt"), LineCase("400g flour", 400, "g", "flour"),
    LineCase("1.5 kg potatoes", 1.5, "kg", "potatoes"), LineCase("2,5 dl milk", 2.5, "dl", "milk"),
    LineCase("1,000 g flour", 1000, "g", "flour"), LineCase("3 eggs", 3, "eggs"),
    LineCase("2-3 carrots, diced", 2, to: 3, "carrots", note: "diced"),
    LineCase("1 1/2 – 2 cups stock", 1.5, "cup", to: 2, "stock"),
    LineCase("2 to 3 tbsp oil", 2, "tbsp", to: 3, "oil"),
    LineCase("3-2 carrots", 2, to: 3, "carrots"),
    LineCase("1 can (400 g) tomatoes, chopped", 1, "can", "tomatoes", note: "400 g, chopped"),
    LineCase("2 x 400 g chickpeas", 800, "g", "chickpeas"),
    LineCase("a pinch of salt", 1, "pinch", "salt"), LineCase("an onion", 1, "onion"),
    LineCase("2 cloves of garlic", 2, "clove", "garlic"), LineCase("2 cloves", 2, "cloves"),
    LineCase("8 fl oz cream", 8, "fl oz", "cream"),
    LineCase("8 fl. oz. cream", 8, "fl oz", "cream"),
    LineCase("1 T sugar", 1, "tbsp", "sugar"), LineCase("1 t sugar", 1, "tsp", "sugar"),
    LineCase("2 Cups Flour", 2, "cup", "Flour"), LineCase("1 dozen eggs", 1, "dozen", "eggs"),
    LineCase("  2   cups  flour ", 2, "cup", "flour"),
    LineCase("0,125 l cream", 0.125, "l", "cream"), LineCase("0,250 kg rice", 0.25, "kg", "rice"),
    LineCase("1-1/2 cups flour", 1.5, "cup", "flour"), LineCase("1-½ cups oil", 1.5, "cup", "oil"),
    LineCase("2-3/2 cups rice", 1.5, "cup", to: 2, "rice"),
    LineCase("1 lb. 4 oz beef", 1.25, "lb", "beef"),
    LineCase("1 cup plus 2 tbsp sugar", 1.125, "cup", "sugar"),
    LineCase("1 kg and 2 eggs", 1, "kg", "and 2 eggs"),
    LineCase("1 oz 2 lb beef", 1, "oz", "2 lb beef"),
  ])
  func `a line says how much of what`(_ line: LineCase) {
    let read = IngredientLine(line.text)
    #expect(
      read
        == IngredientLine(
          text: line.text, name: line.name, quantity: line.quantity, note: line.note))
  }

  @Test(arguments: [
    LineCase("salt", nil, "salt"), LineCase("salt to taste", nil, "salt", note: "to taste"),
    LineCase("Parsley, chopped, for serving", nil, "Parsley", note: "chopped, for serving"),
    LineCase("2-inch piece of ginger", nil, "2-inch piece of ginger"),
    LineCase("2nd helping", nil, "2nd helping"), LineCase("1/0 cup air", nil, "1/0 cup air"),
    LineCase("", nil, ""), LineCase(",", nil, ""), LineCase("½", 0.5, "½"),
    LineCase("500 g", 500, "g", "500 g"), LineCase("a", nil, "a"),
    LineCase("99999999999999999999 g salt", nil, "99999999999999999999 g salt"),
    LineCase("((flour", nil, "", note: "flour"), LineCase("2 )( cups", 2, "2", note: "cups"),
  ])
  func `what is not understood is part of the name`(_ line: LineCase) {
    let read = IngredientLine(line.text)
    #expect(
      read
        == IngredientLine(
          text: line.text, name: line.name, quantity: line.quantity, note: line.note))
  }

  @Test func `a line is scaled with its words`() {
    let line = IngredientLine("2 1/2 cups flour, sifted").scaled(by: 2)
    #expect(line.text == "5 cups flour, sifted")
    #expect(IngredientLine("salt to taste").scaled(by: 2).text == "salt to taste")
    let range = IngredientLine("1 to 2 cups, cold").scaled(by: 2)
    #expect(range.text == "2–4 cups, cold" && range.name == "2–4 cups")
    #expect(range.scaled(by: 2).text == "4–8 cups, cold")
  }

  @Test(arguments: 1...UInt64(200))
  func `whatever is typed is read, and none of its words is lost`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "2", "1/2", "½", "0", "1000000000", "-", "–", " ", " ", "to", "x", "g", "cups", "fl", "oz",
      "flour", "of", "a", ",", "(", ")", ".", "/", "é", "🥕",
    ]
    let text = (0..<Int.random(in: 0...12, using: &random))
      .map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    let line = IngredientLine(text)
    #expect(line.text == text)
    let read = "\(line.name) \(line.note ?? "")"
    for word in ["flour", "é", "🥕"] {
      #expect(text.contains(word) == read.contains(word), "\(text) → \(line)")
    }
    for amount in [line.quantity?.amount, line.quantity?.end].compactMap(\.self) {
      #expect(amount >= 0 && amount.isFinite, "\(text)")
    }
    #expect(line.quantity?.text != "")
    #expect(line.scaled(by: 1) == line)
  }
}
