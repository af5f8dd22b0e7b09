internal import Foundation
internal import Interchange

/// The ISO 8601 instants of BabyDashboard's files.
enum BabyDashboardTimestamp {
  /// Reads `YYYY-MM-DDTHH:MM:SS`, a fraction if there is one (cut to milliseconds), and `Z`,
  /// `±HH:MM` or `±HHMM`; nil for anything else.
  static func parse(_ text: String) -> Date? {
    var scan = DigitScanner(text)
    guard let local = LocalTime(from: &scan, separator: "T"),
      let offset = scan.utcOffset(needsMinutes: true), scan.isAtEnd
    else { return nil }
    let seconds = Double(local.secondsAsUTC - offset - 978_307_200)
    return Date(
      timeIntervalSinceReferenceDate: seconds + Double(local.microsecond / 1000) / 1000)
  }

  /// Milliseconds since 1970 that the form has a year of four digits for.
  private static let range = -62_135_596_800_000.0...253_402_300_799_999.0

  /// `yyyy-MM-ddTHH:mm:ss.SSSZ`, milliseconds rounded half up.
  ///
  /// A date before the year 1 or after 9999 becomes the nearest that the form can tell, and one
  /// that is no number becomes 1970.
  static func text(_ date: Date) -> String {
    let exact = (date.timeIntervalSince1970 * 1000 + 0.5).rounded(.down)
    let milliseconds =
      Int64(exactly: max(min(exact, range.upperBound), range.lowerBound)) ?? 0
    return PlainTime.text(milliseconds, perSecond: 1000)
  }
}
