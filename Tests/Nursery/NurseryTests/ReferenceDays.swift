import DaybookTesting
import Foundation
import Nursery

/// The definition of the logical day, put to the system's calendar every time.
struct ReferenceDays {
  private let boundary: DayBoundary
  private var calendar = Calendar(identifier: .gregorian)

  init(_ boundary: DayBoundary) {
    self.boundary = boundary
    calendar.timeZone = TimeZone(identifier: boundary.zone) ?? .gmt
  }

  func day(of instant: Date) -> CivilDay {
    let first = calendar.startOfDay(for: instant)
    var parts = calendar.dateComponents([.year, .month, .day], from: first)
    let day = civilDay(parts)
    parts.hour = boundary.hour
    parts.minute = boundary.minute
    guard let candidate = calendar.date(from: parts), instant < candidate else { return day }
    let before = first.addingTimeInterval(-1)
    return civilDay(calendar.dateComponents([.year, .month, .day], from: before))
  }

  /// The days between two instants, each with its seconds; found by halving until the last second.
  func parts(from start: Date, to end: Date) -> [(day: CivilDay, seconds: Double)] {
    guard end > start, end.timeIntervalSince(start) <= 31 * 86_400 else { return [] }
    var parts: [(day: CivilDay, seconds: Double)] = []
    var from = start
    while from < end {
      let day = day(of: from)
      // No day has less than an hour and none more than 49.
      var (low, high) = (from, from)
      while high < end, self.day(of: high) == day {
        low = high
        high = min(high.addingTimeInterval(1800), end)
      }
      if self.day(of: high) == day {
        parts.append((day, end.timeIntervalSince(from)))
        return parts
      }
      let border = firstSecond(ofAnotherDayThan: day, after: low, through: high)
      parts.append((day, border.timeIntervalSince(from)))
      from = border
    }
    return parts
  }

  /// The first whole second of a day; nil when the zone has no such day.
  func start(of day: CivilDay) -> Date? {
    let noon = Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400 + 43_200)
    // No zone is further from UTC than 15 hours, and the day may begin 24 hours after midnight.
    var before = noon.addingTimeInterval(-40 * 3600)
    while before < noon.addingTimeInterval(40 * 3600) {
      let after = before.addingTimeInterval(1800)
      if self.day(of: after) == day {
        return firstSecond(ofAnotherDayThan: self.day(of: before), after: before, through: after)
      }
      before = after
    }
    return nil
  }

  private func firstSecond(
    ofAnotherDayThan day: CivilDay, after low: Date, through high: Date
  ) -> Date {
    var first = low.timeIntervalSince1970.rounded(.down)
    var last = high.timeIntervalSince1970.rounded(.up)
    while last - first > 1 {
      let middle = ((first + last) / 2).rounded(.down)
      if self.day(of: Date(timeIntervalSince1970: middle)) == day {
        first = middle
      } else {
        last = middle
      }
    }
    return Date(timeIntervalSince1970: last)
  }

  /// Instants anywhere in a range, and around every change of the zone's offset.
  func instants(_ random: inout SeededGenerator, in range: Range<Double>, count: Int) -> [Date] {
    var instants = (0..<count).map { _ in
      Date(timeIntervalSince1970: Double.random(in: range, using: &random))
    }
    var change = Date(timeIntervalSince1970: range.lowerBound)
    while let next = calendar.timeZone.nextDaylightSavingTimeTransition(after: change),
      next > change, next.timeIntervalSince1970 < range.upperBound
    {
      change = next
      for hours in [0.01, 1.5, 36] {
        let around = Double.random(in: -hours...hours, using: &random) * 3600
        instants.append(next.addingTimeInterval(around))
      }
      instants += [next, next.addingTimeInterval(-1)]
    }
    return instants
  }

  private func civilDay(_ parts: DateComponents) -> CivilDay {
    CivilDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
      ?? CivilDay(daysSince1970: .min)
  }
}
