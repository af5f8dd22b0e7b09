internal import Foundation
internal import Nursery

/// Instants in ISO 8601 as programs write them.
package enum InstantText {
  /// Reads `YYYY-MM-DDTHH:MM`, seconds and a fraction if there are any (cut to microseconds), and
  /// `Z`, `±HH:MM`, `±HHMM` or `±HH`; nil for anything else.
  static func parse(_ text: String) -> Date? {
    var scan = DigitScanner(text)
    guard let year = scan.digits(4), scan.take("-"), let month = scan.digits(2), scan.take("-"),
      let day = scan.digits(2), scan.take("T") || scan.take(" "), let hour = scan.digits(2),
      scan.take(":"), let minute = scan.digits(2)
    else { return nil }
    var (second, fraction) = (0, 0)
    if scan.take(":") {
      guard let digits = scan.digits(2) else { return nil }
      second = digits
      if scan.take(".") {
        guard let digits = scan.microseconds() else { return nil }
        fraction = digits
      }
    }
    guard let offset = scan.utcOffset(needsMinutes: false), scan.isAtEnd,
      let date = CivilDay(year: year, month: month, day: day),
      let local = LocalTime(
        date: date, hour: hour, minute: minute, second: second, microsecond: fraction)
    else { return nil }
    // Built from the reference date: a `Date` is a count of seconds since 2001, and whole
    // microseconds stay as near as a Double can hold them.
    return Date(
      timeIntervalSinceReferenceDate: Double(local.secondsAsUTC - offset - 978_307_200)
        + Double(fraction) / 1_000_000)
  }
}
