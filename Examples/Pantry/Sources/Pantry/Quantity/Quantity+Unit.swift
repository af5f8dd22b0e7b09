public import DaybookMacros

extension Quantity {
  /// What a unit measures.
  public enum Dimension: Sendable { case mass, volume, count }

  /// A unit by its symbol; one that is not known here is kept as it is written.
  public struct Unit: RawRepresentable, PayloadValue, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension Quantity.Unit {
  public static let piece = Quantity.Unit(rawValue: "")
  public static let dozen = Quantity.Unit(rawValue: "dozen")

  public static let milligram = Quantity.Unit(rawValue: "mg")
  public static let gram = Quantity.Unit(rawValue: "g")
  public static let kilogram = Quantity.Unit(rawValue: "kg")
  public static let ounce = Quantity.Unit(rawValue: "oz")
  public static let pound = Quantity.Unit(rawValue: "lb")

  public static let milliliter = Quantity.Unit(rawValue: "ml")
  public static let centiliter = Quantity.Unit(rawValue: "cl")
  public static let deciliter = Quantity.Unit(rawValue: "dl")
  public static let liter = Quantity.Unit(rawValue: "l")
  public static let teaspoon = Quantity.Unit(rawValue: "tsp")
  public static let tablespoon = Quantity.Unit(rawValue: "tbsp")
  public static let fluidOunce = Quantity.Unit(rawValue: "fl oz")
  public static let cup = Quantity.Unit(rawValue: "cup")
  public static let pint = Quantity.Unit(rawValue: "pint")
  public static let quart = Quantity.Unit(rawValue: "quart")
  public static let gallon = Quantity.Unit(rawValue: "gallon")

  /// What it measures; nil for one that is comparable with itself alone, such as a can.
  public var dimension: Quantity.Dimension? { Self.known[self]?.dimension }

  /// How much of the dimension's own unit it is, gram, milliliter or piece.
  var factor: Double? { Self.known[self]?.factor }

  /// Whether it is of the metric system, which has decimals where others have fractions.
  var isMetric: Bool { Self.metric.contains(self) }

  private static let metric: Set<Quantity.Unit> = [
    milligram, gram, kilogram, milliliter, centiliter, deciliter, liter,
  ]

  /// Source: NIST Handbook 44, appendix C, for the customary units of the United States.
  private static let known: [Quantity.Unit: (dimension: Quantity.Dimension, factor: Double)] = [
    piece: (.count, 1), dozen: (.count, 12),
    milligram: (.mass, 0.001), gram: (.mass, 1), kilogram: (.mass, 1000),
    ounce: (.mass, 28.349523125), pound: (.mass, 453.59237),
    milliliter: (.volume, 1), centiliter: (.volume, 10), deciliter: (.volume, 100),
    liter: (.volume, 1000),
    teaspoon: (.volume, 4.92892159375), tablespoon: (.volume, 14.78676478125),
    fluidOunce: (.volume, 29.5735295625), cup: (.volume, 236.5882365),
    pint: (.volume, 473.176473), quart: (.volume, 946.352946), gallon: (.volume, 3785.411784),
  ]
}
