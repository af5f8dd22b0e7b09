import Foundation
import Nursery

/// Reads times as people write them.
///
/// | text | is |
/// |---|---|
/// | `now` | now |
/// | `-3h`, `-1h30m`, `3h ago` | so long ago |
/// | `14:30` | the last 14:30 |
/// | `yesterday 22:00`, `today 7:15` | on that calendar day |
/// | `2026-11-20 22:00` | that minute in the zone |
/// | `2026-11-20T22:00:00Z` | that instant |
struct TimeText {
  /// What is told in `--help`.
  static let help = "such as -3h, 14:30, “yesterday 22:00” or 2026-11-20T22:00:00Z"

  private let zone: TimeZone
  private let now: Date
  private let calendar: Calendar

  init(_ zone: TimeZone, now: Date) {
    self.zone = zone
    self.now = now
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }

  /// - Throws: `BadText` for what is no time.
  func date(_ text: String) throws -> Date {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text == "now" { return now }
    if let date = Instant.parse(text) { return date }
    if let seconds = Self.ago(text) { return now.addingTimeInterval(-seconds) }
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    if parts.count == 1, let clock = Self.clock(parts[0]) { return try last(clock, text) }
    if parts.count == 2, let day = day(String(parts[0])), let clock = Self.clock(parts[1]) {
      return try instant(day, clock, text)
    }
    if day(text) != nil {
      throw BadText("“\(text)” says no time; add one, such as “\(text) 22:00”")
    }
    throw BadText("“\(text)” is no time; write one \(Self.help)")
  }

  /// When something ended that began at `start`: as `date`, but a time of day alone is the first
  /// one from then on, unless that is still to come.
  ///
  /// - Throws: `BadText` for what is no time.
  func end(_ text: String, of start: Date) throws -> Date {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard let clock = Self.clock(text[...]) else { return try date(text) }
    let day = civil(start)
    for day in [day, CivilDay(daysSince1970: day.daysSince1970 + 1)] {
      if let date = try? instant(day, clock, text), date >= start, date <= now { return date }
    }
    return try date(text)
  }

  /// The calendar day that it is.
  var today: CivilDay { civil(now) }

  /// A calendar day: `today`, `yesterday`, `-3d`, or `2026-11-20`; nil for what is none.
  func day(_ text: String) -> CivilDay? { Self.day(text, today: today) }

  /// As `day`, of what was.
  ///
  /// - Throws: `BadText` for what is no day, and for one that has not come yet.
  func pastDay(_ text: String) throws -> CivilDay {
    guard let day = day(text) else {
      throw BadText("“\(text)” is no day; write one such as 2026-11-20, yesterday or -3d")
    }
    if day > today { throw BadText("“\(text)” has not come yet; today is \(today)") }
    return day
  }

  static func day(_ text: String, today: CivilDay) -> CivilDay? {
    switch text {
    case "today": return today
    case "yesterday": return CivilDay(daysSince1970: today.daysSince1970 - 1)
    default: break
    }
    if let seconds = ago(text), seconds >= 0, seconds < 86_400_000_000,
      seconds.truncatingRemainder(dividingBy: 86_400) == 0
    {
      return CivilDay(daysSince1970: today.daysSince1970 - Int32(seconds / 86_400))
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    return CivilDay(year: year, month: month, day: day)
  }

  /// Seconds of a length of time such as `20m`, `1h30m` or `2d`; nil for what is none.
  static func span(_ text: String) -> Double? {
    var (total, number) = (0.0, "")
    for character in text {
      if character.isNumber || character == "." {
        number.append(character)
        continue
      }
      let units: [Character: Double] = ["w": 604_800, "d": 86_400, "h": 3600, "m": 60, "s": 1]
      guard let unit = units[character], let value = Double(number) else { return nil }
      total += value * unit
      number = ""
    }
    return number.isEmpty && !text.isEmpty && total.isFinite ? total : nil
  }

  /// Puts what begins with a dash, which would be an option, in the other way of writing it.
  static func withoutDash(_ text: String) -> String {
    guard text.hasPrefix("-"), text.dropFirst().first?.isNumber == true, ago(text) != nil else {
      return text
    }
    return "\(text.dropFirst()) ago"
  }

  private static func ago(_ text: String) -> Double? {
    if text.hasPrefix("-") { return span(String(text.dropFirst())) }
    if text.hasSuffix(" ago") { return span(String(text.dropLast(4)).replacing(" ", with: "")) }
    return nil
  }

  private static func clock(_ text: Substring) -> [Int]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) })
    else { return nil }
    let numbers = parts.compactMap { UInt8($0) }.map(Int.init)
    guard numbers.count == parts.count, numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers + (numbers.count == 2 ? [0] : [])
  }

  private func civil(_ date: Date) -> CivilDay {
    TimeText.day(String(Instant.local(date, zone).prefix(10)), today: CivilDay(daysSince1970: 0))
      ?? CivilDay(daysSince1970: 0)
  }

  /// The last time that clocks showed this.
  private func last(_ clock: [Int], _ text: String) throws -> Date {
    let today = civil(now)
    let date = try instant(today, clock, text)
    if date <= now { return date }
    return try instant(CivilDay(daysSince1970: today.daysSince1970 - 1), clock, text)
  }

  /// - Throws: `BadText` for a time that clocks did not show on that day.
  private func instant(_ day: CivilDay, _ clock: [Int], _ text: String) throws -> Date {
    let wanted = DateComponents(
      year: day.year, month: day.month.month, day: day.day, hour: clock[0], minute: clock[1],
      second: clock[2])
    guard let date = calendar.date(from: wanted) else {
      throw BadText("“\(text)” is no time in \(zone.identifier)")
    }
    let shown = calendar.dateComponents([.day, .hour, .minute], from: date)
    guard shown.day == wanted.day, shown.hour == wanted.hour, shown.minute == wanted.minute else {
      throw BadText(
        "“\(text)” was on no clock in \(zone.identifier): they were put forward past it")
    }
    if let other = twin(of: date) {
      let times = [min(date, other), max(date, other)].map { Instant.seconds($0) }
      throw BadText(
        "“\(text)” was on the clocks in \(zone.identifier) twice: write \(times[0]) for the "
          + "first time, \(times[1]) for the second")
    }
    return date
  }

  /// The other time at which clocks showed the same, because they were put back.
  private func twin(of date: Date) -> Date? {
    let shown = Instant.local(date, zone)
    // By how much clocks are put back.
    for seconds in [1800.0, 3600, 7200] {
      for other in [date - seconds, date + seconds] where Instant.local(other, zone) == shown {
        return other
      }
    }
    return nil
  }
}

/// A text on the command line that cannot be read as what it should be.
struct BadText: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
