public import Daybook

/// Times of day as text.
public enum ClockText {
  /// The time on the clocks of `zone`, such as `07:05`; `--:--` for what is not a number.
  ///
  /// Seconds are cut off. Before 1600 and after 9999 the zone's offset is the one at that end.
  public static func hoursAndMinutes(of date: Date, in zone: TimeZone) -> String {
    guard let second = secondOfDay(date, zone) else { return "--:--" }
    let parts = [second / 3600, second / 60 % 60]
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Seconds since midnight on the clocks of `zone`; nil for what is not a number.
  static func secondOfDay(_ date: Date, _ zone: TimeZone) -> Int? {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.isFinite else { return nil }
    let range = CivilCalendar.range
    // The system's calendar stops the program at instants that are far off.
    let near = min(max(seconds, range.lowerBound), range.upperBound)
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: near))
    let local = (seconds + Double(offset)).truncatingRemainder(dividingBy: 86_400)
    return Int((local < 0 ? local + 86_400 : local).rounded(.down)) % 86_400
  }
}
