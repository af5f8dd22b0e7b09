public import Foundation
import Interchange

/// Instants as text.
public enum Instant {
  /// ISO 8601 in UTC, whole seconds; a fraction is cut off.
  public static func seconds(_ date: Date) -> String { PlainTime.seconds(date) }

  /// ISO 8601 in UTC with microseconds, rounded to the nearest.
  public static func exact(_ date: Date) -> String { PlainTime.exact(date) }

  /// Whether the time has a fraction of a second, to the microsecond.
  public static func hasFraction(_ date: Date) -> Bool { PlainTime.hasFraction(date) }

  /// An instant of ISO 8601 with a zone, with or without a fraction; nil for one that no clock
  /// shows, such as of 30 February or 24:00, which the system takes for another.
  public static func parse(_ text: String) -> Date? {
    let whole = Date.ISO8601FormatStyle()
    let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let clock = text.prefix(19)
    // The system takes an offset of 99 minutes, and passes over whatever follows.
    let rest = /(\.[0-9]+)?(Z|[+-][0-9]{2}(:?[0-5][0-9])?)/
    guard text.dropFirst(19).wholeMatch(of: rest) != nil,
      let date = (try? whole.parse(text)) ?? (try? fraction.parse(text)),
      let shown = try? whole.parse(clock + "Z"), seconds(shown) == clock + "Z", hasYear(date)
    else { return nil }
    return date
  }

  /// Whether the time is one of the years 1 to 9999, which ISO 8601 writes with four digits.
  public static func hasYear(_ date: Date) -> Bool { PlainTime.hasYear(date) }

  /// Day and time, such as `2026-11-20 21:05:07`, as a clock of that zone shows them.
  public static func local(_ date: Date, _ zone: TimeZone) -> String {
    let shifted = date.addingTimeInterval(Double(zone.secondsFromGMT(for: date)))
    guard hasYear(shifted) else { return seconds(shifted) }
    return seconds(shifted).replacing("T", with: " ").replacing("Z", with: "")
  }
}
