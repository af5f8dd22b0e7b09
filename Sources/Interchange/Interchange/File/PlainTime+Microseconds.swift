package import Foundation

// Times as lists and files show them: whole seconds, and microseconds where there is a fraction.
extension PlainTime {
  /// ISO 8601 in UTC, whole seconds; a fraction is cut off.
  package static func seconds(_ date: Date) -> String {
    guard let micros = microseconds(date) else { return "\(date.timeIntervalSince1970)" }
    return text(micros / 1_000_000 - (micros % 1_000_000 < 0 ? 1 : 0), perSecond: 1)
  }

  /// ISO 8601 in UTC with microseconds, rounded to the nearest.
  package static func exact(_ date: Date) -> String {
    guard let micros = microseconds(date) else { return "\(date.timeIntervalSince1970)" }
    return text(micros, perSecond: 1_000_000)
  }

  /// Whether the time has a fraction of a second, to the microsecond.
  package static func hasFraction(_ date: Date) -> Bool {
    microseconds(date).map { $0 % 1_000_000 != 0 } ?? false
  }

  private static func microseconds(_ date: Date) -> Int64? {
    let total = (date.timeIntervalSince1970 * 1_000_000).rounded()
    return total.magnitude < 9e18 ? Int64(total) : nil
  }
}
