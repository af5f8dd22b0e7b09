public import Daybook
internal import Synchronization

/// Tells the logical day of an instant, for one boundary.
///
/// The system's calendar takes microseconds a call, so what it says is kept: two calls for each
/// day that is new (about 4 µs a day), and none for a day that was seen (12 ns in order, 30 ns at
/// random, no allocation). Memory grows with the number of distinct
/// days, by about 100 bytes each. Safe to share between threads.
public final class DayCalendar: Sendable {
  /// Where days begin.
  public let boundary: DayBoundary

  private let civil: CivilCalendar
  private let known: Mutex<KnownDays>

  /// Makes a calendar that knows no day yet.
  ///
  /// - Throws: `DayBoundaryError.unknownZone` when the system has forgotten the zone.
  public init(_ boundary: DayBoundary) throws(DayBoundaryError) {
    self.boundary = boundary
    civil = try CivilCalendar(boundary)
    known = Mutex(KnownDays())
  }

  /// When the zone's clocks change, as this system knows it.
  var clockChanges: String { civil.clockChanges }

  /// The logical day of `instant`.
  ///
  /// It is the instant's calendar day when the boundary of that day is reached, else the calendar
  /// day before it that exists in the zone. Before 1600 and after 9999 the days are counted from
  /// the zone's offset alone; instants beyond the first or last `CivilDay`, and those that are not
  /// a number, get the day at the end of the range.
  public func day(of instant: Date) -> CivilDay {
    let seconds = instant.timeIntervalSinceReferenceDate
    guard CivilCalendar.range.contains(seconds) else { return civil.distantDay(seconds) }
    let key = Int32((seconds / 86_400).rounded(.down))
    return known.withLock { known in
      if key == known.lastKey { return known.last.day(seconds) }
      guard let segments = known.segments(key, civil) else {
        return civil.day(seconds, &known.boundaries)
      }
      known.lastKey = key
      known.last = segments
      return segments.day(seconds)
    }
  }

  /// The instant at which `day` begins; nil when the zone skipped that day or it is before 1600 or
  /// after 9999.
  public func start(of day: CivilDay) -> Date? {
    known.withLock { known in
      if let start = known.starts[day.daysSince1970] { return start }
      let start = civil.start(of: day)
      known.starts[day.daysSince1970] = start
      return start
    }.map(Date.init(timeIntervalSinceReferenceDate:))
  }
}

extension DayCalendar {
  /// The hour that a clock of the zone shows, from 0 to 23.
  public func hour(of instant: Date) -> Int { Int(secondsOfDay(of: instant) / 3600) }

  /// What a clock of the zone shows, in seconds since it showed midnight; below 86,400.
  ///
  /// 0 before 1600 and after 9999.
  package func secondsOfDay(of instant: Date) -> Double {
    let seconds = instant.timeIntervalSinceReferenceDate
    guard CivilCalendar.range.contains(seconds) else { return 0 }
    let local = seconds + civil.offset(seconds)
    let rest = local - (local / 86_400).rounded(.down) * 86_400
    return max(0, min(rest, 86_400.nextDown))
  }

  /// The logical days from one instant to another, each with the seconds of it that lie between.
  ///
  /// The seconds are those that pass, so a day on which clocks are set forward has fewer of them.
  func parts(from start: Date, to end: Date) -> [(day: CivilDay, seconds: Double)] {
    let last = day(of: end)
    var (from, current) = (start, day(of: start))
    var parts: [(day: CivilDay, seconds: Double)] = []
    while current < last {
      // Days that the zone skipped have no beginning.
      var next = CivilDay(daysSince1970: current.daysSince1970 + 1)
      while next < last, self.start(of: next) == nil {
        next = CivilDay(daysSince1970: next.daysSince1970 + 1)
      }
      guard let border = self.start(of: next), border > from, border <= end else { break }
      parts.append((current, border.timeIntervalSince(from)))
      (from, current) = (border, next)
    }
    if end > from { parts.append((current, end.timeIntervalSince(from))) }
    return parts
  }
}
