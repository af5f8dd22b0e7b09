public import Nursery

/// A wall clock's reading, without a zone: to become an instant it needs a ``ZoneClock``.
public struct LocalTime: Hashable, Sendable, Comparable {
  /// The day.
  public let date: CivilDay
  /// The seconds since midnight as the clock shows them, 0 to 86,399.
  public let secondOfDay: Int
  /// The fraction of the second in units of 10⁻⁶.
  public let microsecond: Int

  /// Makes a reading; nil when the clock never shows it.
  public init?(date: CivilDay, hour: Int, minute: Int, second: Int, microsecond: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second),
      (0...999_999).contains(microsecond)
    else { return nil }
    self.date = date
    self.secondOfDay = hour * 3600 + minute * 60 + second
    self.microsecond = microsecond
  }

  init(date: CivilDay, secondOfDay: Int) {
    self.date = date
    self.secondOfDay = secondOfDay
    microsecond = 0
  }

  /// Reads `YYYY-MM-DD HH:MM:SS`, with a fraction if there is one; nil for anything else.
  public init?(_ text: some StringProtocol) {
    var scan = DigitScanner(text)
    guard let value = LocalTime(from: &scan, separator: " "), scan.isAtEnd else { return nil }
    self = value
  }

  init?(from scan: inout DigitScanner, separator: Unicode.Scalar) {
    guard let year = scan.digits(4), scan.take("-"), let month = scan.digits(2), scan.take("-"),
      let day = scan.digits(2), let date = CivilDay(year: year, month: month, day: day),
      scan.take(separator), let hour = scan.digits(2), scan.take(":"),
      let minute = scan.digits(2), scan.take(":"), let second = scan.digits(2)
    else { return nil }
    var fraction = 0
    if scan.take(".") {
      guard let digits = scan.microseconds() else { return nil }
      fraction = digits
    }
    self.init(date: date, hour: hour, minute: minute, second: second, microsecond: fraction)
  }

  /// The seconds since 1970 this reading would be in UTC.
  var secondsAsUTC: Int { Int(date.daysSince1970) * 86_400 + secondOfDay }

  /// Earlier readings first.
  public static func < (a: LocalTime, b: LocalTime) -> Bool {
    (a.secondsAsUTC, a.microsecond) < (b.secondsAsUTC, b.microsecond)
  }
}
