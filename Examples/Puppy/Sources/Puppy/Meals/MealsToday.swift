import Daybook
import Foundation

/// The meals of a day, and what is still to come.
public struct MealsToday: Hashable, Sendable {
  /// What is expected without a plan.
  public static let usualMeals = 3

  public let logged: Int
  public let expected: Int
  /// The next meal that the plan has today; nil when all are past.
  public let next: Date?

  /// - Parameters:
  ///   - logged: how many meals of the day were noted, later ones included.
  ///   - plan: nil for none.
  public init(logged: Int, plan: MealPlan?, now: Date, clock: LocalClock) {
    self.logged = logged
    expected = plan?.mealsADay ?? Self.usualMeals
    next = clock.next(of: plan?.times ?? [], after: now)
  }
}
