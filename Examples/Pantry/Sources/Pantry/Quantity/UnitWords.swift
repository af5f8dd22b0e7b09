/// How units are written.
enum UnitWords {
  /// The unit that is written so, the dot at its end apart; nil when no unit is.
  static func unit(_ word: String) -> Quantity.Unit? {
    let plain = word.hasSuffix(".") ? String(word.dropLast()) : word
    // Upper case tells a tablespoon from a teaspoon.
    if let unit = ["T": Quantity.Unit.tablespoon, "t": .teaspoon][plain] { return unit }
    return spellings[plain.lowercased()]
  }

  /// What several of a unit are called.
  static func plural(of unit: Quantity.Unit) -> String { plurals[unit] ?? unit.rawValue }

  /// Units with a word of their own, one and many.
  private static let words: [(one: String, many: String)] = [
    ("cup", "cups"), ("pint", "pints"), ("quart", "quarts"), ("gallon", "gallons"),
    ("dozen", "dozen"), ("can", "cans"), ("tin", "tins"), ("jar", "jars"), ("clove", "cloves"),
    ("pinch", "pinches"), ("dash", "dashes"), ("slice", "slices"), ("bunch", "bunches"),
    ("stick", "sticks"), ("packet", "packets"), ("package", "packages"), ("head", "heads"),
    ("sprig", "sprigs"), ("handful", "handfuls"), ("bottle", "bottles"), ("bag", "bags"),
    ("stalk", "stalks"), ("leaf", "leaves"),
  ]

  /// Other words for units with a symbol.
  private static let others: [(unit: Quantity.Unit, words: [String])] = [
    (.milligram, ["mg", "milligram", "milligrams"]),
    (.gram, ["g", "gr", "gram", "grams", "gramme", "grammes"]),
    (.kilogram, ["kg", "kilo", "kilos", "kilogram", "kilograms"]),
    (.ounce, ["oz", "ounce", "ounces"]), (.pound, ["lb", "lbs", "pound", "pounds"]),
    (.milliliter, ["ml", "milliliter", "milliliters", "millilitre", "millilitres"]),
    (.centiliter, ["cl", "centiliter", "centiliters", "centilitre", "centilitres"]),
    (.deciliter, ["dl", "deciliter", "deciliters", "decilitre", "decilitres"]),
    (.liter, ["l", "liter", "liters", "litre", "litres"]),
    (.teaspoon, ["tsp", "tsps", "teaspoon", "teaspoons"]),
    (.tablespoon, ["tbsp", "tbsps", "tbs", "tablespoon", "tablespoons"]),
    (.fluidOunce, ["fl oz", "fl. oz", "floz", "fluid ounce", "fluid ounces"]),
    (.cup, ["c"]), (.pint, ["pt"]), (.quart, ["qt"]), (.gallon, ["gal"]),
    (.piece, ["piece", "pieces", "pc", "pcs"]), (Quantity.Unit(rawValue: "packet"), ["pkt"]),
    (Quantity.Unit(rawValue: "package"), ["pkg"]),
  ]

  private static let spellings: [String: Quantity.Unit] = {
    var units: [String: Quantity.Unit] = [:]
    for (one, many) in words {
      (units[one], units[many]) = (Quantity.Unit(rawValue: one), Quantity.Unit(rawValue: one))
    }
    for (unit, words) in others { for word in words { units[word] = unit } }
    return units
  }()

  private static let plurals = Dictionary(
    uniqueKeysWithValues: words.map { (Quantity.Unit(rawValue: $0.one), $0.many) })
}
