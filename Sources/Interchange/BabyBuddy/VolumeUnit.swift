/// The unit an amount of liquid is given in.
public struct VolumeUnit: RawRepresentable, Hashable, Sendable {
  /// The symbol, such as `mL`.
  public let rawValue: String

  /// Wraps a symbol.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Millilitres.
  public static let milliliters = VolumeUnit(rawValue: "mL")
  /// US fluid ounces.
  public static let fluidOunces = VolumeUnit(rawValue: "fl oz")
  /// Litres.
  public static let liters = VolumeUnit(rawValue: "L")
  /// Cups of 240 mL.
  public static let cups = VolumeUnit(rawValue: "cup")
}
