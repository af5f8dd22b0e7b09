import Foundation

/// A day on the calendar of a zone: 23 or 25 hours when the clocks change.
public struct LocalDay: Hashable, Sendable {
  /// Its midnight.
  public let start: Date
  /// The next midnight, which is not part of it.
  public let end: Date
  public let clock: LocalClock

  /// The day that holds a moment.
  init(of moment: Date, clock: LocalClock) {
    self.clock = clock
    start = clock.calendar.startOfDay(for: moment)
    // Where the clocks go forward at midnight a day begins at one o'clock, the next one does not.
    let next = clock.calendar.date(byAdding: .day, value: 1, to: start) ?? start
    end = clock.calendar.startOfDay(for: next)
  }

  /// Such as `2026-03-02`.
  public var text: String {
    let style = Date.ISO8601FormatStyle(timeZone: clock.calendar.timeZone)
    return start.formatted(style.year().month().day())
  }

  public func contains(_ moment: Date) -> Bool { start <= moment && moment < end }

  /// When the clocks show a time. In an hour that is left out it is the next time there is, and of
  /// an hour that comes twice the first.
  public func moment(_ time: ClockTime) -> Date? {
    clock.calendar.date(bySettingHour: time.hour, minute: time.minute, second: 0, of: start)
  }

  /// The day so many of a unit later, such as months.
  ///
  /// - Returns: nil for more than 100,000, which no plan means.
  public func adding(_ count: Int, _ unit: Calendar.Component) -> LocalDay? {
    guard count.magnitude <= 100_000 else { return nil }
    return clock.calendar.date(byAdding: unit, value: count, to: start).map(clock.day)
  }

  /// How many days it is to another one; negative backwards.
  public func days(to other: LocalDay) -> Int {
    clock.calendar.dateComponents([.day], from: start, to: other.start).day ?? 0
  }
}
