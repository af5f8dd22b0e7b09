public import Daybook

/// What kind of activity.
///
/// The raw text reaches the disk; one that is not known stays as it is in `other`.
public enum ActivityType: Hashable, RawRepresentable, PayloadValue, Codable {
  /// Time on the tummy.
  case tummyTime
  /// Crying.
  case cry
  /// Something else, in the words of whoever wrote it.
  case other(String)

  /// Reads the stored text. Never fails.
  public init(rawValue: String) {
    switch rawValue {
    case "tummyTime": self = .tummyTime
    case "cry": self = .cry
    default: self = .other(rawValue)
    }
  }

  /// The stored text.
  public var rawValue: String {
    switch self {
    case .tummyTime: "tummyTime"
    case .cry: "cry"
    case .other(let text): text
    }
  }
}
