import Daybook
import Foundation

/// A milestone as a list shows it.
public struct ListedMilestone: Identifiable, Equatable, Sendable {
  public let id: Daybook.ID<Kept<Milestone>>
  public let milestone: Milestone
  /// Its day; nil when nobody knows.
  public let target: LocalDay?
  public let status: MilestoneStatus
}
