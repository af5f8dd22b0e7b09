public import Foundation
public import Interchange

/// A row of BabyDashboard's feeds file.
public struct BabyDashboardFeed: Hashable, Sendable {
  /// The baby's name, trimmed; empty for a feed of no baby.
  public var babyName: String
  /// The start, in whole milliseconds when it was read from a file.
  public var start: Date
  /// The amount; nil when the cell holds no number.
  public var amount: Double?
  /// The unit: `mL`, `fl oz`, `L`, `cup`, or other text as it stands; empty for none.
  public var unit: String
  /// `babyFormula`, `breastFeed`, `solid`; nil when the cell is empty, absent or another word.
  public var feedType: String?
  /// Where the row stood; nil for a feed that was not read from a file.
  public var position: SourcePosition?
  /// Whether the cell of the amount holds something that is no number.
  var hasUnreadableAmount = false
  /// Whether the cell of the type holds another word.
  var hasUnknownType = false

  /// What the app takes a feed without a type for.
  public static let defaultFeedType = "babyFormula"
  /// The types the app knows.
  public static let feedTypes = ["babyFormula", "breastFeed", "solid"]

  /// Makes a feed, for writing.
  public init(
    babyName: String, start: Date, amount: Double? = nil, unit: String = "",
    feedType: String? = nil
  ) {
    self.babyName = babyName
    self.start = start
    self.amount = amount
    self.unit = unit
    self.feedType = feedType
  }

  init(
    babyName: String, start: Date, amount: Double?, unit: String, feedType: String?,
    position: SourcePosition, hasUnreadableAmount: Bool, hasUnknownType: Bool
  ) {
    self.init(
      babyName: babyName, start: start, amount: amount, unit: unit, feedType: feedType)
    self.position = position
    self.hasUnreadableAmount = hasUnreadableAmount
    self.hasUnknownType = hasUnknownType
  }
}
