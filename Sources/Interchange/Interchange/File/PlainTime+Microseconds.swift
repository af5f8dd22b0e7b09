package import Foundation

// Times as lists and files show them: whole seconds, and microseconds where there is a fraction.
extension PlainTime {
  /// ISO 8601 in UTC, whole seconds; a fraction is cut off. Words where the time has no year of
  /// four digits.
  package static func seconds(_ date: Date) -> String {
    guard let micros = microseconds(date) else { return words(date) }
    return text(micros / 1_000_000 - (micros % 1_000_000 < 0 ? 1 : 0), perSecond: 1)
  }

  /// ISO 8601 in UTC with microseconds, rounded to the nearest.
  package static func exact(_ date: Date) -> String {
    guard let micros = microseconds(date) else { return words(date) }
    return text(micros, perSecond: 1_000_000)
  }

  /// Whether the time is one of the years 1 to 9999, which ISO 8601 writes with four digits.
  package static func hasYear(_ date: Date) -> Bool {
    (-62_135_596_800..<253_402_300_800).contains(date.timeIntervalSince1970)
  }

  /// Whether the time has a fraction of a second, to the microsecond.
  package static func hasFraction(_ date: Date) -> Bool {
    microseconds(date).map { $0 % 1_000_000 != 0 } ?? false
  }

  private static func words(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    return seconds.isNaN ? "no time" : seconds < 0 ? "before year 1" : "after year 9999"
  }

  private static func microseconds(_ date: Date) -> Int64? {
    hasYear(date) ? Int64((date.timeIntervalSince1970 * 1_000_000).rounded()) : nil
  }
}
