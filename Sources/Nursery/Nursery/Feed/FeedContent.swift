public import Daybook

/// What was fed.
///
/// The raw text reaches the disk. A text that is not known stays as it is in `other`, so nothing is
/// lost on the way through this version.
public enum FeedContent: Equatable, Hashable, RawRepresentable, PayloadValue, Codable {
  /// Breast milk, from the breast or expressed.
  case breastMilk
  /// Infant formula.
  case formula
  /// Breast milk with a fortifier.
  case fortifiedBreastMilk
  /// Solid food.
  case solidFood
  /// Water.
  case water
  /// Cow's milk.
  case cowMilk
  /// More than one of these in one feed.
  case mixed
  /// Nobody said.
  case unknown
  /// Something else, in the words of the source.
  case other(String)

  /// Reads the stored text. Never fails: an unknown text becomes `other`.
  public init(rawValue: String) {
    switch rawValue {
    case "breastMilk": self = .breastMilk
    case "formula": self = .formula
    case "fortifiedBreastMilk": self = .fortifiedBreastMilk
    case "solidFood": self = .solidFood
    case "water": self = .water
    case "cowMilk": self = .cowMilk
    case "mixed": self = .mixed
    case "unknown": self = .unknown
    default: self = .other(rawValue)
    }
  }

  public init(field reader: inout PayloadReader) throws {
    // Most feeds by far, without a `String`.
    if try reader.takes("formula") {
      self = .formula
    } else if try reader.takes("breastMilk") {
      self = .breastMilk
    } else {
      self.init(rawValue: try reader.string())
    }
  }

  /// The stored text.
  public var rawValue: String {
    switch self {
    case .breastMilk: "breastMilk"
    case .formula: "formula"
    case .fortifiedBreastMilk: "fortifiedBreastMilk"
    case .solidFood: "solidFood"
    case .water: "water"
    case .cowMilk: "cowMilk"
    case .mixed: "mixed"
    case .unknown: "unknown"
    case .other(let text): text
    }
  }

  /// As `== .unknown`, which would copy the text of `other`.
  var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }
}
