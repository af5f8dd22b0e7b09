import Daybook
import Foundation
import Puppy
import Testing

/// OL-3.
struct MealTests {
  private func log(_ plan: String?) async throws -> PuppyLog {
    let log = try puppyLog()
    var profile = PuppyProfile()
    profile.name = "Ollie"
    profile.plans = plan.map { ["mealSchedule \($0)"] } ?? []
    try await log.record(profile)
    return log
  }

  private static let plan = #"""
    {"mealsPerDay":4,"portions":[{"id":"a","label":"x","amount":"80 g","targetTime":"18:30"},
    {"id":"b","targetTime":"07:05"},{"id":"c"},{"id":"d","targetTime":"25:00"}]}
    """#

  @Test(
    arguments: [
      ("06:04:59", "07:05"), ("06:05:00", "18:30"), ("17:29:59", "18:30"), ("17:30:00", nil),
    ] as [(String, String?)])
  func `OL-3: the next meal is later today than the minute that the clocks show`(
    time: String, next: String?
  ) async throws {
    // Amsterdam is an hour ahead.
    let meals = try await log(Self.plan)
      .meals(now: date("2026-03-02T\(time)Z"), zone: amsterdam)
    #expect(meals.next == next.map { date("2026-03-02T\($0):00+01:00") })
    #expect(meals.expected == 4)
  }

  @Test func `OL-3: a meal in the hour that the clocks leave out is at the next time there is`()
    async throws
  {
    let log = try await log(#"{"mealsPerDay":1,"portions":[{"targetTime":"02:30"}]}"#)
    let meals = try log.meals(now: date("2026-03-29T00:00:00Z"), zone: amsterdam)
    #expect(meals.next == date("2026-03-29T01:00:00Z"))
  }

  @Test(arguments: [nil, #"{"portions":[]}"#, "[", "{}"])
  func `OL-3: three meals are expected where no plan says how many`(plan: String?) async throws {
    let log = try await log(plan)
    for time in ["2026-03-01T22:59:59Z", "2026-03-01T23:00:00Z", "2026-03-02T20:00:00Z"] {
      try await log.record(DiaryEntry(.meal, at: date(time)))
    }
    let meals = try log.meals(now: date("2026-03-02T12:00:00Z"), zone: amsterdam)
    #expect(meals.expected == 3 && meals.next == nil)
    // Today's, later ones included.
    #expect(meals.logged == 2)
  }

  @Test(arguments: [(11, 4), (12, 3), (23, 3), (24, 2)])
  func `a younger puppy is offered more meals`(weeks: Int, meals: Int) {
    #expect(MealPlan.usual(weeks: weeks).times.count == meals)
    #expect(MealPlan.usual(weeks: weeks).mealsADay == meals)
    #expect(MealPlan.usualPortion(size: "large") == 110)
  }

  @Test(
    arguments: [
      (3 * 3600 - 1, nil), (3 * 3600, .entries), (16 * 3600 - 1, .entries),
      (16 * 3600, .coverageGap), (-60, nil),
    ] as [(Int, CatchUp?)])
  func `OL-3: after three hours the app asks what happened, after sixteen who had the puppy`(
    seconds: Int, prompt: CatchUp?
  ) async throws {
    let (log, now) = (try puppyLog(), date("2026-03-02T12:00:00Z"))
    #expect(try log.catchUp(now: now) == nil)
    try await log.record(DiaryEntry(.garden, at: now - Double(seconds)))
    try await log.record(DiaryEntry(.poop, at: now - 86_400))
    #expect(try log.catchUp(now: now) == prompt)
  }
}
