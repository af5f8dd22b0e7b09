public import Foundation

/// Instants as text.
public enum Instant {
  /// ISO 8601 in UTC, whole seconds; a fraction is cut off.
  public static func seconds(_ date: Date) -> String {
    guard let parts = parts(of: date) else { return "\(date.timeIntervalSince1970)" }
    return parts.whole + "Z"
  }

  /// ISO 8601 in UTC with microseconds, rounded to the nearest.
  public static func exact(_ date: Date) -> String {
    guard let parts = parts(of: date) else { return "\(date.timeIntervalSince1970)" }
    let digits = String(parts.microseconds)
    return parts.whole + "." + String(repeating: "0", count: 6 - digits.count) + digits + "Z"
  }

  /// Whether the time has a fraction of a second, to the microsecond.
  public static func hasFraction(_ date: Date) -> Bool {
    parts(of: date).map { $0.microseconds != 0 } ?? false
  }

  /// An instant of ISO 8601 with a zone, with or without a fraction.
  public static func parse(_ text: String) -> Date? {
    let whole = Date.ISO8601FormatStyle()
    let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return (try? whole.parse(text)) ?? (try? fraction.parse(text))
  }

  /// Day and time, such as `2026-11-20 21:05:07`, as a clock of that zone shows them.
  public static func local(_ date: Date, _ zone: TimeZone) -> String {
    let shifted = date.addingTimeInterval(Double(zone.secondsFromGMT(for: date)))
    return seconds(shifted).replacing("T", with: " ").replacing("Z", with: "")
  }

  /// Day and time without a zone, and the rest; nil for what is beyond all calendars.
  private static func parts(of date: Date) -> (whole: String, microseconds: Int)? {
    let total = (date.timeIntervalSince1970 * 1_000_000).rounded()
    guard total.magnitude < 2e17 else { return nil }
    let micros = Int(total)
    let rest = ((micros % 1_000_000) + 1_000_000) % 1_000_000
    let whole = Date(timeIntervalSince1970: Double((micros - rest) / 1_000_000))
    return (String(whole.formatted(Date.ISO8601FormatStyle()).dropLast()), rest)
  }
}
