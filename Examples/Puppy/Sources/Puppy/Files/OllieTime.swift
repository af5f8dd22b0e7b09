import Foundation

/// A time as Ollie's files tell it.
struct OllieTime: Equatable {
  let date: Date
  /// Seconds of the smallest step that was told: 60 for minutes, 0 for fractions.
  let step: Double
  /// Whether no zone was told, so that it was read in the device's.
  let isLocal: Bool

  /// Reads `2026-03-02T07:40`, seconds and a fraction if there are any, and `Z` or `±HH:MM`.
  ///
  /// - Returns: nil for anything else, and for what no calendar has.
  init?(_ text: String, zone: TimeZone) {
    guard let match = text.wholeMatch(of: Self.form) else { return nil }
    var parts = DateComponents()
    parts.year = Int(match.1)
    parts.month = Int(match.2)
    parts.day = Int(match.3)
    parts.hour = Int(match.4)
    parts.minute = Int(match.5)
    parts.second = match.6.flatMap { Int($0) } ?? 0
    let utc = Self.calendar(.gmt)
    guard parts.isValidDate(in: utc), let told = utc.date(from: parts) else { return nil }
    let fraction = match.7.flatMap { Double("0.\($0)") }
    step = fraction != nil ? 0 : match.6 != nil ? 1 : 60
    isLocal = match.8 == nil
    var date = told
    if match.8 == nil {
      guard let local = Self.calendar(zone).date(from: parts) else { return nil }
      date = local
    } else if let sign = match.9, let hours = match.10, let minutes = match.11 {
      let offset = (Double(hours) ?? 0) * 3600 + (Double(minutes) ?? 0) * 60
      guard offset < 86_400 else { return nil }
      date -= sign == "-" ? -offset : offset
    }
    self.date = date + (fraction ?? 0)
  }

  // Safety: a regular expression is never changed.
  nonisolated(unsafe) private static let form =
    #/(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|([+-])(\d\d):?(\d\d))?/#

  private static func calendar(_ zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }

  /// Whole seconds with the offset of a zone, as the app writes them.
  static func text(_ date: Date, zone: TimeZone) -> String {
    date.formatted(
      Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone))
  }

  /// The day of a zone, as the app names its files.
  static func day(_ date: Date, zone: TimeZone) -> String {
    date.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
  }
}
