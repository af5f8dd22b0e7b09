import Daybook
import Foundation

extension PuppyLog {
  /// The gaps between the pees of some days, oldest first.
  ///
  /// As the old app counts them, a coverage gap makes no difference; `PuppyDay.pottyWaits` leaves
  /// out what one touches. O(log n) and the pees of those days.
  ///
  /// - Parameter zone: leaves out gaps that are not of the day there; nil for all.
  public func pottyGaps(in days: Range<Date>, byDayIn zone: TimeZone?) throws -> [PottyGap] {
    let pees = try store.read { reader in
      try reader.rows(PeesByTime.all.from(days.lowerBound).before(days.upperBound)).map(\.row)
    }
    let gaps = PottyGap.all(between: pees)
    guard let clock = zone.map(LocalClock.init) else { return gaps }
    return gaps.filter { $0.isByDay(clock) }
  }

  /// How often in a row the puppy peed outside. Reads time and place of all pees.
  public func streak() throws -> PottyStreak { try store.read { try PottyStreak($0) } }
}
