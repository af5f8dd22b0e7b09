import Nursery

/// Baby Buddy's words for what is fed and how.
enum BabyBuddyTruthNames {
  static let contents: [String: FeedContent] = [
    "breast milk": .breastMilk, "formula": .formula,
    "fortified breast milk": .fortifiedBreastMilk, "solid food": .solidFood,
  ]
  static let routes: [String: FeedRoute] = [
    "bottle": .bottle, "left breast": .breast(.left), "right breast": .breast(.right),
    "both breasts": .breast(.both), "parent fed": .parentFed, "self fed": .selfFed,
  ]
}
