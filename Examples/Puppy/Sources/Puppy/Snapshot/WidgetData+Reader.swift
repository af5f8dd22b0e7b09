import Daybook
import Foundation

extension WidgetData {
  /// What a store tells of the day that holds `now`. Reads time and place of all pees for the best
  /// streak, else the newest entries and today's.
  init(_ reader: borrowing Reader, now: Date, clock: LocalClock) throws {
    self.init()
    let today = clock.day(of: now).start
    let pees = try reader.entries(.pee, from: today)
    (todayPottyCount, todayOutdoorCount) = (pees.count, pees.count { $0.place == .outside })
    let newest = try reader.newest(.pee)
    (lastPlasTime, lastPlasLocation) = (newest?.time, newest?.place?.rawValue)
    let streak = try PottyStreak(reader)
    (currentStreak, bestStreak) = (streak.current, streak.best)
    sleepStartTime = try SleepState(reader).sleepStart
    isCurrentlySleeping = sleepStartTime != nil
    lastWakeTime = try reader.newest(.wake)?.time
    lastMealTime = try reader.newest(.meal)?.time
    lastWalkTime = try reader.newest(.walk)?.time
    let profile = try reader.profile()
    let meals = MealsToday(
      logged: try reader.entries(.meal, from: today).count, plan: profile.flatMap { MealPlan($0) },
      now: now, clock: clock)
    (mealsLoggedToday, mealsExpectedToday) = (meals.logged, meals.expected)
    nextScheduledMealTime = meals.next
    let walks = profile?.plan("walkSchedule")?.targetTimes ?? []
    nextScheduledWalkTime = clock.next(of: walks, after: now)
    puppyName = profile?.name ?? puppyName
    lastUpdated = now
  }

  /// When the file says something else although nobody writes: at the next meal or walk of the
  /// plan, and at midnight.
  func expires(_ clock: LocalClock) -> Date {
    [nextScheduledMealTime, nextScheduledWalkTime].compactMap(\.self)
      .reduce(clock.day(of: lastUpdated).end, min)
  }
}
