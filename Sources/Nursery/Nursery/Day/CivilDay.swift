internal import Daybook

/// A day of the Gregorian calendar, without a zone.
///
/// Kept as a count of days, so comparing and hashing cost as much as for an integer.
public struct CivilDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, negative before.
  public let daysSince1970: Int32

  /// The day that many days after 1970-01-01.
  public init(daysSince1970: Int32) { self.daysSince1970 = daysSince1970 }

  /// The day of that date; nil when there is none, such as for 30 February.
  ///
  /// The Gregorian rules hold for all years, also before 1582.
  /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  public init?(year: Int, month: Int, day: Int) {
    guard (-5_800_000...5_800_000).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(daysSince1970: Int32(era * 146_097 + dayOfEra - 719_468))
    guard self.day == day else { return nil }
  }

  /// The year; 0 is the year before 1.
  public var year: Int { parts.year }

  /// The month, from 1.
  public var month: CivilMonth { CivilMonth(year: parts.year, month: parts.month) }

  /// The day of the month, from 1.
  public var day: Int { parts.day }

  /// The date in ISO form, such as `2026-11-20`.
  public var description: String { "\(month)-\(day.padded(2))" }

  /// The day that many days later, no further than the first and the last there is.
  func advanced(by days: Int32) -> CivilDay {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return CivilDay(daysSince1970: overflow ? (days < 0 ? .min : .max) : sum)
  }

  public static func < (a: CivilDay, b: CivilDay) -> Bool { a.daysSince1970 < b.daysSince1970 }

  private var parts: (year: Int, month: Int, day: Int) {
    let (year, month, day) = GregorianDate.parts(daysSince1970: Int64(daysSince1970))
    return (Int(year), Int(month), Int(day))
  }
}
