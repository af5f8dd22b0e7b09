internal import Daybook

/// A month of the Gregorian calendar, without a zone.
public struct CivilMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The year.
  public let year: Int
  /// The month of the year, from 1.
  public let month: Int

  /// Names a month, from 1 to 12.
  public init(year: Int, month: Int) {
    precondition((1...12).contains(month), "a month is from 1 to 12, not \(month)")
    self.year = year
    self.month = month
  }

  /// The month in ISO form, such as `2026-11`; years have at least four digits.
  public var description: String {
    "\(year < 0 ? "-" : "")\(year.magnitude.padded(4))-\(month.padded(2))"
  }

  public static func < (a: CivilMonth, b: CivilMonth) -> Bool {
    (a.year, a.month) < (b.year, b.month)
  }
}
