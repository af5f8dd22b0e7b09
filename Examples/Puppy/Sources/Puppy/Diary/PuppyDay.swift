import Daybook
import Foundation

/// One day of the diary.
public struct PuppyDay: Equatable, Sendable {
  /// An entry with its identifier.
  public struct Row: Identifiable, Equatable, Sendable {
    public let id: ID<Kept<DiaryEntry>>
    public let entry: DiaryEntry
  }

  /// From one midnight to the next in the zone of the device; 23 or 25 hours when clocks change.
  public let interval: DateInterval
  /// What happened, newest first.
  public let rows: [Row]
  /// The coverage gaps that reach into the day, oldest first.
  public let gaps: [CoverageGap]

  /// Whole minutes between one pee of the day and the next. A wait that a coverage gap touches is
  /// left out: nobody knows what happened in between.
  public var pottyWaits: [Int] {
    let pees = rows.reversed().filter { $0.entry.type == .pee }.map(\.entry.time)
    return zip(pees, pees.dropFirst()).compactMap { first, next in
      gaps.contains { $0.touches(first, next) } ? nil : first.minutes(to: next)
    }
  }
}

extension PuppyLog {
  /// The day of a zone that holds a moment; O(log n) and what the day has.
  public func day(of moment: Date, zone: TimeZone) throws -> PuppyDay {
    let day = LocalClock(zone: zone).day(of: moment)
    return try store.read { reader in
      let rows = try reader.rows(EntriesByTime.all.from(day.start).before(day.end).descending)
      let gaps = try reader.gaps(before: day.end).filter { $0.touches(day.start, day.end) }
      return PuppyDay(
        interval: DateInterval(start: day.start, end: day.end),
        rows: rows.map { PuppyDay.Row(id: $0.key.third, entry: $0.row) }, gaps: gaps)
    }
  }
}
