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

  /// Instants anywhere from 1970 to 2040, and around every change of the zone's offset.
  func instants(_ random: inout SeededGenerator) -> [Date] {
    var instants = (0..<1500).map { _ in
      Date(timeIntervalSince1970: Double.random(in: 0..<2_208_988_800, using: &random))
    }
    var change = Date(timeIntervalSince1970: 0)
    while let next = calendar.timeZone.nextDaylightSavingTimeTransition(after: change),
      next > change, next.timeIntervalSince1970 < 2_208_988_800
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
