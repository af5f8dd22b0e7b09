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
      if gaps.contains(where: { $0.touches(first, next) }) { return nil }
      return Int(next.timeIntervalSince(first) / 60)
    }
  }
}

extension PuppyLog {
  /// The day of a zone that holds a moment; O(log n) and what the day has.
  public func day(of moment: Date, zone: TimeZone) throws -> PuppyDay {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let start = calendar.startOfDay(for: moment)
    let next = calendar.date(byAdding: .day, value: 1, to: start) ?? start
    return try store.read { reader in
      let rows = try reader.rows(EntriesByTime.all.from(start).before(next).descending)
      let gaps = try reader.gaps(before: next).filter { $0.touches(start, next) }
      return PuppyDay(
        interval: DateInterval(start: start, end: next),
        rows: rows.map { PuppyDay.Row(id: $0.key.third, entry: $0.row) }, gaps: gaps)
    }
  }

  /// How often in a row the puppy peed outside.
  public func streak() throws -> PottyStreak {
    try store.read { reader in
      let pees = try reader.rows(EntriesByType.where(EntryType.pee.rawValue)).map(\.row)
      return PottyStreak(pees, gaps: try reader.gaps(before: .distantFuture))
    }
  }
}

extension Reader {
  /// The coverage gaps that began before a moment, oldest first.
  func gaps(before end: Date) throws -> [CoverageGap] {
    try rows(EntriesByType.where(EntryType.coverageGap.rawValue).before(end))
      .compactMap { CoverageGap($0.row) }
  }
}
