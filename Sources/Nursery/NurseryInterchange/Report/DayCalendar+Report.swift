internal import Daybook
internal import Nursery

extension DayCalendar {
  /// When days begin, in a sentence; nil when that is midnight.
  var beginning: String? {
    boundary.hour == 0 && boundary.minute == 0
      ? nil
      : "Days begin at \(Self.clock(boundary.hour, boundary.minute)); what was before that is with "
        + "the day before."
  }

  /// The time of day, such as `07:05`.
  func clock(of date: Date) -> String {
    let seconds = Int(secondsOfDay(of: date))
    return Self.clock(seconds / 3600, seconds / 60 % 60)
  }

  /// The time of day, with the date where that is the one after the day.
  func clock(of date: Date, on day: CivilDay) -> String {
    let isNext = Int(secondsOfDay(of: date)) / 60 < boundary.hour * 60 + boundary.minute
    // The last day that there is stands for all later ones.
    guard isNext, day.daysSince1970 < .max else { return clock(of: date) }
    return "\(CivilDay(daysSince1970: day.daysSince1970 + 1)) \(clock(of: date))"
  }

  private static func clock(_ hour: Int, _ minute: Int) -> String {
    "\(hour.padded(2)):\(minute.padded(2))"
  }
}
