import Daybook
import Foundation

extension PuppyLog {
  /// What the puppy met, by days of a zone, newest first. O(log n) and the exposures between the
  /// two moments.
  public func exposures(in days: Range<Date>, zone: TimeZone) throws -> [ExposureDay] {
    let query = ExposuresByTime.all.from(days.lowerBound).before(days.upperBound).descending
    let exposures = try store.read { try $0.rows(query) }.map(\.row)
    return ExposureDay.all(of: exposures, clock: LocalClock(zone: zone))
  }

  /// How often the puppy met a thing. O(log n).
  public func exposureCount(of item: String) throws -> Int {
    let total = try store.read { try $0.view(ExposuresByItem.self).total(of: KeyText(item)) }
    return Int(total.count)
  }
}
