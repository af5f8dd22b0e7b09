internal import Daybook
internal import Nursery

// The other way round; what is not told here is told by `NuzzleWriter` for all types alike.
extension NuzzleEvent {
  static func row(of feed: FeedSession) -> [String: JSONValue] {
    var row: [String: JSONValue] = ["type": "feed"]
    row["subtype"] = subtype(of: feed).map { .string($0) }
    // Formula is of a bottle there.
    if case .breast(let side) = feed.route, feed.content != .formula {
      row["side"] = .string(side.rawValue)
    }
    if let amount = feed.amount {
      row["amount"] = JSONValue(amount.value)
      row["unit"] = unit(of: amount).map { .string($0) }
    }
    return row
  }

  private static func subtype(of feed: FeedSession) -> String? {
    switch (feed.content, feed.route) {
    case (.breastMilk, .breast), (.breastMilk, .other("breast")): "breast"
    case (.breastMilk, _): "breast_milk"
    case (.formula, _): "formula"
    case (.solidFood, _): "solid"
    case (.other(let text), _): text
    case (_, .bottle): "bottle"
    default: nil
    }
  }

  private static func unit(of amount: Amount) -> String? {
    switch amount.unit {
    case .millilitre?: "ml"
    case .fluidOunce?: "oz"
    default: amount.unitText
    }
  }

  static func row(of diaper: DiaperChange) -> [String: JSONValue] {
    let subtype: JSONValue =
      switch (diaper.wet, diaper.solid) {
      case (true, true): "both"
      case (true, false): "wet"
      case (false, true): "dirty"
      case (false, false): "dry"
      }
    return ["type": "diaper", "subtype": subtype]
  }

  /// - Returns: nil for a type that Nuzzle does not have; its app would make a feed of it.
  static func row(of activity: ActivitySession) -> [String: JSONValue]? {
    let type: JSONValue
    switch activity.activity {
    case .tummyTime: type = "tummy_time"
    case .cry: type = "cry"
    case .other: return nil
    }
    var row = ["type": type]
    row["subtype"] = activity.text.map { .string($0) }
    return row
  }
}
