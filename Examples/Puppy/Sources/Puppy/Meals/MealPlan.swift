import Daybook
import Foundation

/// How often and when the puppy eats.
public struct MealPlan: Hashable, Sendable {
  public let mealsADay: Int
  /// Earliest first.
  public let times: [ClockTime]

  public init(mealsADay: Int, times: [ClockTime]) {
    self.mealsADay = mealsADay
    self.times = times.sorted()
  }

  /// What a new puppy of an age is offered: the younger, the more often.
  public static func usual(weeks: Int) -> MealPlan {
    let hours = weeks < 12 ? [7, 11, 15, 19] : weeks < 24 ? [7, 13, 19] : [7, 18]
    return MealPlan(
      mealsADay: hours.count, times: hours.map { ClockTime(hour: $0, minute: 0) })
  }

  /// Grams of a usual portion.
  ///
  /// - Returns: nil for a size that the app does not know.
  public static func usualPortion(size: String) -> Int? {
    ["small": 50, "medium": 80, "large": 110, "extraLarge": 140][size]
  }
}

extension MealPlan {
  /// The plan of a profile, as the old app's file has it.
  ///
  /// - Returns: nil without one, or when it does not say how many meals there are.
  public init?(_ profile: PuppyProfile) {
    guard let plan = profile.plan("mealSchedule"), let meals = plan["mealsPerDay"]?.int else {
      return nil
    }
    self.init(mealsADay: Int(clamping: meals), times: plan.targetTimes)
  }
}
