import Foundation
import Testing

/// The zones that everything about days is tested in.
enum NurseryZones {
  static let all = [
    "UTC", "Asia/Seoul", "America/New_York", "America/Sao_Paulo", "Pacific/Apia",
    "Europe/Amsterdam", "Asia/Kathmandu",
  ]

  static func zone(_ identifier: String) throws -> TimeZone {
    try #require(TimeZone(identifier: identifier))
  }

  /// The instant of a text with its offset, such as `2025-10-21T07:00:00+09:00`.
  static func instant(_ text: String) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: text))
  }

  /// The instant at which clocks of the zone show a time.
  static func instant(
    _ zone: String, _ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0
  ) throws -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try self.zone(zone)
    return try #require(
      calendar.date(
        from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)))
  }
}
