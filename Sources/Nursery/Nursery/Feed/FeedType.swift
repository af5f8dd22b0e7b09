/// The coarse type of a feed in BabyDashboard: one axis where this package keeps content and route.
public enum FeedType: String, Codable, Sendable, CaseIterable {
  /// Formula from a bottle.
  case babyFormula
  /// Breast milk; the app knows no side.
  case breastFeed
  /// Solid food.
  case solid

  /// The type that comes nearest; nil when none does (water, mixed feeds, unknown ones).
  ///
  /// What the type cannot say is lost: formula at the left breast is `babyFormula`.
  public init?(content: FeedContent, route: FeedRoute) {
    switch (content, route) {
    case (.formula, _): self = .babyFormula
    case (.breastMilk, _), (.fortifiedBreastMilk, _), (.unknown, .breast): self = .breastFeed
    case (.solidFood, _): self = .solid
    default: return nil
    }
  }

  /// What the type says about the content.
  public var content: FeedContent {
    switch self {
    case .babyFormula: .formula
    case .breastFeed: .breastMilk
    case .solid: .solidFood
    }
  }

  /// What the type says about the route.
  public var route: FeedRoute { self == .babyFormula ? .bottle : .unknown }

  /// The sign that stands for the type in lists.
  public var emoji: String {
    switch self {
    case .babyFormula: "🍼"
    case .breastFeed: "🤱"
    case .solid: "🍲"
    }
  }
}
