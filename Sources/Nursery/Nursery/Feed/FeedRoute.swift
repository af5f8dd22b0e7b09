public import Daybook

/// How it was fed.
///
/// The raw text reaches the disk. A text that is not known stays as it is in `other`.
public enum FeedRoute: Equatable, Hashable, RawRepresentable, PayloadValue, Codable {
  /// From a bottle.
  case bottle
  /// At the breast.
  case breast(BreastSide)
  /// With a spoon or by hand, by a parent.
  case parentFed
  /// By the child itself.
  case selfFed
  /// Through a tube.
  case tube
  /// From a syringe.
  case syringe
  /// From a cup.
  case cup
  /// Nobody said.
  case unknown
  /// Some other way, in the words of the source.
  case other(String)

  /// Reads the stored text. Never fails: an unknown text becomes `other`.
  public init(rawValue: String) {
    switch rawValue {
    case "bottle": self = .bottle
    case "breast.left": self = .breast(.left)
    case "breast.right": self = .breast(.right)
    case "breast.both": self = .breast(.both)
    case "parentFed": self = .parentFed
    case "selfFed": self = .selfFed
    case "tube": self = .tube
    case "syringe": self = .syringe
    case "cup": self = .cup
    case "unknown": self = .unknown
    default: self = .other(rawValue)
    }
  }

  public init(field reader: inout PayloadReader) throws {
    // Most feeds by far, without a `String`.
    if try reader.takes("bottle") {
      self = .bottle
    } else if try reader.takes("breast.left") {
      self = .breast(.left)
    } else if try reader.takes("breast.right") {
      self = .breast(.right)
    } else {
      self.init(rawValue: try reader.string())
    }
  }

  /// The stored text.
  public var rawValue: String {
    switch self {
    case .bottle: "bottle"
    case .breast(.left): "breast.left"
    case .breast(.right): "breast.right"
    case .breast(.both): "breast.both"
    case .parentFed: "parentFed"
    case .selfFed: "selfFed"
    case .tube: "tube"
    case .syringe: "syringe"
    case .cup: "cup"
    case .unknown: "unknown"
    case .other(let text): text
    }
  }

  /// As `== .unknown`, which would copy the text of `other`.
  var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }
}
