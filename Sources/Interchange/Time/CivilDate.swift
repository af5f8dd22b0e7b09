/// A day of the Gregorian calendar, without a zone.
public struct CivilDate: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The days since 1970-01-01; negative before.
  public let daysSince1970: Int

  /// Makes the day that many days after 1970-01-01.
  public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

  /// Makes a day from its numbers; nil when the calendar has no such day.
  ///
  /// The formula is Howard Hinnant's `days_from_civil`.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.daysSince1970 = era * 146_097 + dayOfEra - 719_468
    guard components == (year, month, day) else { return nil }
  }

  /// Reads `YYYY-MM-DD`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    var scan = DigitScanner(text)
    guard let year = scan.digits(4), scan.take("-"), let month = scan.digits(2), scan.take("-"),
      let day = scan.digits(2), scan.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Year, month and day, by Howard Hinnant's `civil_from_days`.
  public var components: (year: Int, month: Int, day: Int) {
    let z = daysSince1970 + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// The day as `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = components
    return "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
  }

  /// Earlier days first.
  public static func < (a: CivilDate, b: CivilDate) -> Bool { a.daysSince1970 < b.daysSince1970 }
}

extension Int {
  /// The number with leading zeros up to a width.
  func padded(_ width: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
  }
}
