public import Daybook

/// What one carer writes at once in a generated household.
public struct HouseholdTransaction: Sendable, Equatable {
  /// The carer.
  public let author: String
  /// The device.
  public let context: String?
  /// What the clock shows when the store gets it; it may run behind an earlier transaction's.
  public let wallTime: Date
  /// When it was written on a device that was offline; nil when it comes in order.
  public let stamp: HybridTime?
  /// What it does, one event each.
  public let steps: [HouseholdStep]

  /// Describes a transaction.
  public init(
    author: String, context: String?, wallTime: Date, stamp: HybridTime?, steps: [HouseholdStep]
  ) {
    self.author = author
    self.context = context
    self.wallTime = wallTime
    self.stamp = stamp
    self.steps = steps
  }

  /// Adds the steps to `draft`.
  ///
  /// The store must have been empty before the first transaction of the household, and each must be
  /// one transaction of the store, or undo takes back something else.
  public func apply(to draft: inout Draft) throws {
    for step in steps { try step.apply(to: &draft) }
  }
}
