import Daybook
import Foundation

extension PuppyLog {
  /// The meals of the day of a zone that holds `now`. O(log n) and those meals.
  public func meals(now: Date, zone: TimeZone) throws -> MealsToday {
    let clock = LocalClock(zone: zone)
    return try store.read { reader in
      MealsToday(
        logged: try reader.entries(.meal, from: clock.day(of: now).start).count,
        plan: try reader.profile().flatMap { MealPlan($0) }, now: now, clock: clock)
    }
  }

  /// What to ask somebody who has not written for a while. O(log n).
  public func catchUp(now: Date) throws -> CatchUp? {
    let newest = try store.read { try $0.first(EntriesByTime.all.descending) }
    return CatchUp(newest: newest?.row.time, now: now)
  }
}
