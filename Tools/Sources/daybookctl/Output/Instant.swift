import Foundation
import NurseryInterchange

/// Instants as text.
enum Instant {
  /// ISO 8601 in UTC, whole seconds; a fraction is cut off.
  static func seconds(_ date: Date) -> String { InstantText.seconds(date) }

  /// ISO 8601 in UTC with microseconds, rounded to the nearest.
  static func exact(_ date: Date) -> String { InstantText.exact(date) }

  /// Whether the time has a fraction of a second, to the microsecond.
  static func hasFraction(_ date: Date) -> Bool { InstantText.hasFraction(date) }

  /// An instant of ISO 8601 with a zone, with or without a fraction.
  static func parse(_ text: String) -> Date? {
    let whole = Date.ISO8601FormatStyle()
    let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? whole.parse(text)) ?? (try? fraction.parse(text))
  }

  /// Day and time, such as `2026-11-20 21:05:07`, as a clock of that zone shows them.
  static func local(_ date: Date, _ zone: TimeZone) -> String {
    let shifted = date.addingTimeInterval(Double(zone.secondsFromGMT(for: date)))
    return InstantText.seconds(shifted).replacing("T", with: " ").replacing("Z", with: "")
  }
}
