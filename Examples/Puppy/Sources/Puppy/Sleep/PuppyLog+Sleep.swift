import Daybook
import Foundation

extension PuppyLog {
  /// Whether the puppy sleeps. O(log n) and the coverage gaps.
  public func sleepState() throws -> SleepState { try store.read { try SleepState($0) } }

  /// How long it slept on the day of a zone that holds `now`, by the sleeps that began on it. Reads
  /// that day's entries, and later ones.
  public func sleepToday(now: Date, zone: TimeZone) throws -> SleepTotal {
    let day = LocalClock(zone: zone).day(of: now)
    let entries = try store.read { try $0.rows(EntriesByTime.all.from(day.start)).map(\.row) }
    return SleepTotal(entries, now: now)
  }

  /// The sleeps that began on some days, oldest first. A wake after those days ends none. O(log n)
  /// and the entries of those days.
  public func sleepSessions(in days: Range<Date>) throws -> [SleepSession] {
    let query = EntriesByTime.all.from(days.lowerBound).before(days.upperBound)
    return SleepSession.all(in: try store.read { try $0.rows(query) }.map(\.row))
  }
}
