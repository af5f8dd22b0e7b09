/// What was fed and how, in words for people.
public enum FeedText {
  /// What was fed, such as `breast milk`; nil where nobody said.
  public static func content(_ content: FeedContent) -> String? {
    switch content {
    case .breastMilk: "breast milk"
    case .formula: "formula"
    case .fortifiedBreastMilk: "fortified breast milk"
    case .solidFood: "solid food"
    case .water: "water"
    case .cowMilk: "cow's milk"
    case .mixed: "mixed"
    case .unknown: nil
    case .other(let text): text
    }
  }

  /// How it was fed, such as `right breast`; nil where nobody said.
  public static func route(_ route: FeedRoute) -> String? {
    switch route {
    case .bottle: "bottle"
    case .breast(.left): "left breast"
    case .breast(.right): "right breast"
    case .breast(.both): "both breasts"
    case .parentFed: "spoon"
    case .selfFed: "self-fed"
    case .tube: "tube"
    case .syringe: "syringe"
    case .cup: "cup"
    case .unknown: nil
    case .other(let text): text
    }
  }
}
