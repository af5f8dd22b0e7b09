/// A unit of volume that an amount can be told in.
public enum VolumeUnit: String, Codable, Sendable, CaseIterable {
  /// A thousandth of a litre.
  case millilitre = "mL"
  /// The US fluid ounce, 29.5735 mL.
  case fluidOunce = "fl oz"
  /// A litre.
  case litre = "L"
  /// The cup of Apple's `UnitVolume.cups`, 240 mL.
  case cup = "cup"

  /// Recognises a unit as people and files write it; nil when it is none of these.
  ///
  /// White space around the text and the case of letters do not matter. "oz" alone is not
  /// recognised: it may be a weight.
  public init?(text: String) {
    // Most texts are symbols already; trimming and lowering the case costs many times as much, and
    // `init(rawValue:)` some hundred instructions.
    switch text {
    case "mL": self = .millilitre
    case "fl oz": self = .fluidOunce
    case "L": self = .litre
    case "cup": self = .cup
    default: self.init(otherText: text)
    }
  }

  private init?(otherText text: String) {
    var trimmed = text[...]
    while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    switch trimmed.lowercased() {
    case "ml", "milliliter", "milliliters": self = .millilitre
    case "fl oz", "fl\u{202F}oz", "fl. oz", "floz", "fluid ounce", "fluid ounces":
      self = .fluidOunce
    case "l", "liter", "liters": self = .litre
    case "cup", "cups": self = .cup
    default: return nil
    }
  }

  /// The symbol that is written for the unit, such as `fl oz`.
  public var symbol: String { rawValue }

  /// Nanolitres in one of the unit, exactly.
  ///
  /// Source: the coefficients of `UnitVolume` in Foundation.
  public var nanolitres: Int64 {
    switch self {
    case .millilitre: 1_000_000
    case .fluidOunce: 29_573_500
    case .litre: 1_000_000_000
    case .cup: 240_000_000
    }
  }
}
