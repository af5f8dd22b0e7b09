import Daybook
import Foundation
import Nursery

/// What everything on one screen has in common: the zone, where days begin, the unit of amounts,
/// the babies' names, and what time it is.
struct Screen: Sendable {
  let boundary: DayBoundary
  let unit: VolumeUnit
  let babies: Babies
  let now: Date
  let zone: TimeZone
  private let days: DayCalendar

  init(
    _ babies: Babies, boundary: DayBoundary, unit: VolumeUnit = Surroundings.current.unit
  ) throws {
    self.babies = babies
    self.boundary = boundary
    self.unit = unit
    now = Surroundings.current.now
    zone = TimeZone(identifier: boundary.zone) ?? .gmt
    days = try DayCalendar(boundary)
  }

  /// The line that says once which zone and days a screen is of.
  var legend: String {
    let start = boundary.text.split(separator: " ").last ?? ""
    let days = start == "00:00" ? "" : "; a day begins at \(start), +1 is after its midnight"
    return "Times in \(boundary.zone)\(days)."
  }

  /// The line that says once which days a table is of.
  var daysLegend: String {
    let start = boundary.text.split(separator: " ").last ?? ""
    return "Days of \(boundary.zone), from \(start) on."
  }

  /// The logical day of an instant.
  func day(of date: Date) -> CivilDay { days.day(of: date) }

  /// When a logical day begins.
  func start(of day: CivilDay) -> Date? { days.start(of: day) }

  /// Calendar day and minute, such as `2026-11-20 21:05`.
  func time(_ date: Date) -> String { String(Instant.local(date, zone).prefix(16)) }

  /// When an entry was: the day alone when nobody knows the time.
  func time(_ facts: EntryFacts) -> String { facts.day?.description ?? time(facts.date) }

  /// Calendar day and second.
  func second(_ date: Date) -> String { Instant.local(date, zone) }

  /// The minute, with a `+1` when the calendar day is the one after the logical day.
  func clock(_ date: Date, on day: CivilDay) -> String {
    let text = time(date)
    let parts = text.split(separator: " ")
    guard parts.count == 2 else { return text }
    return "\(parts[1])\(parts[0] == day.description ? "  " : "+1")"
  }

  /// How long ago, such as `2 h 30 min ago`, or how far ahead.
  func ago(_ date: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    if abs(seconds) < 60 { return "just now" }
    return seconds < 0 ? "in \(Measures.span(-seconds))" : "\(Measures.span(seconds)) ago"
  }

  /// How long ago an entry was: in days when nobody knows the time.
  func ago(_ facts: EntryFacts) -> String {
    guard let day = facts.day else { return ago(facts.date) }
    let days = Int(TimeText(zone, now: now).today.daysSince1970) - Int(day.daysSince1970)
    if days == 0 { return "today" }
    return days < 0 ? "in \(-days) d" : "\(days) d ago"
  }

  /// What all lists of JSON say beside their rows.
  var json: [String: JSONValue] {
    ["zone": .text(boundary.zone), "dayStart": JSONValue(boundary.text.suffix(5).description)]
  }
}
