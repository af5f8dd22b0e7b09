import Foundation

/// The calendar and the clocks of a zone.
public struct LocalClock: Hashable, Sendable {
  let calendar: Calendar

  public init(zone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }

  /// The day that holds a moment.
  public func day(of moment: Date) -> LocalDay { LocalDay(of: moment, clock: self) }

  /// The hour that the clocks show at a moment.
  public func hour(at moment: Date) -> Int { calendar.component(.hour, from: moment) }

  /// What the clocks show at a moment, to the minute.
  public func time(at moment: Date) -> ClockTime {
    let parts = calendar.dateComponents([.hour, .minute], from: moment)
    return ClockTime(hour: parts.hour ?? 0, minute: parts.minute ?? 0)
  }

  /// The first of a plan's times that is later today than the minute that the clocks show; nil when
  /// all are past.
  public func next(of times: [ClockTime], after now: Date) -> Date? {
    let shown = time(at: now)
    return times.filter { $0 > shown }.min().flatMap { day(of: now).moment($0) }
  }
}
