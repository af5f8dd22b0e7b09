import Daybook

/// Milestones in the order of the app.
public struct MilestonesInOrder: Index {
  public static let name = "puppy.milestonesInOrder"

  public static func key(
    _ milestone: Stamped<Kept<Milestone>>
  ) -> Key2<Int, ID<Kept<Milestone>>>? {
    Key2(milestone.value.sortOrder, milestone.id)
  }

  public static func row(_ milestone: Stamped<Kept<Milestone>>) -> Milestone { milestone.value }
}
