public import Daybook

/// What is measured.
///
/// The raw text reaches the disk; one that is not known stays as it is in `other`.
public enum MeasureType: Hashable, RawRepresentable, PayloadValue, Codable {
  /// The temperature of the body.
  case temperature
  /// The weight of the body.
  case weight
  /// The length of the body.
  case height
  /// The circumference of the head.
  case headCircumference
  /// The body mass index.
  case bmi
  /// Something else, in the words of whoever wrote it.
  case other(String)

  /// Reads the stored text. Never fails.
  public init(rawValue: String) {
    switch rawValue {
    case "temperature": self = .temperature
    case "weight": self = .weight
    case "height": self = .height
    case "headCircumference": self = .headCircumference
    case "bmi": self = .bmi
    default: self = .other(rawValue)
    }
  }

  /// The stored text.
  public var rawValue: String {
    switch self {
    case .temperature: "temperature"
    case .weight: "weight"
    case .height: "height"
    case .headCircumference: "headCircumference"
    case .bmi: "bmi"
    case .other(let text): text
    }
  }
}
