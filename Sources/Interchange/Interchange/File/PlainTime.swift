internal import Foundation

/// Times in UTC to the millisecond, by integer arithmetic: 2026-11-22T09:30:00.123Z.
enum PlainTime {
  /// A date of the years 0 to 9999; any other as its number of milliseconds since 1970.
  static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 1e15 else { return "\(seconds)" }
    return text(milliseconds: Int64((seconds * 1000).rounded(.down)))
  }

  static func text(milliseconds: Int64) -> String {
    let (seconds, thousandths) = divided(milliseconds, 1000)
    let (days, second) = divided(seconds, 86_400)
    let (year, month, day) = civil(days)
    guard (0...9999).contains(year) else { return "\(milliseconds)" }
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let time =
      "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    return "\(date)T\(time).\(padded(thousandths, 3))Z"
  }

  /// Division that rounds down.
  private static func divided(_ value: Int64, _ by: Int64) -> (Int64, rest: Int64) {
    let quotient = value >= 0 ? value / by : -((by - 1 - value) / by)
    return (quotient, value - quotient * by)
  }

  /// The day of the Gregorian calendar so many days after 1 January 1970.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let (era, dayOfEra) = divided(shifted, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1
    )
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
