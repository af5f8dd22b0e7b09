public import Foundation

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
public struct TimeText {
  /// What is told in `--help`.
  public static let help = "such as -3h, 14:30, “yesterday 22:00” or 2026-11-20T22:00:00Z"

  private let zone: TimeZone
  private let now: Date
  private let calendar: Calendar
  /// What is before it is not meant where clocks showed a time twice.
  private var earliest = Date.distantPast

  public init(_ zone: TimeZone, now: Date) {
    self.zone = zone
    self.now = now
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
  }

  /// - Throws: `BadText` for what is no time.
  public func date(_ text: String) throws -> Date {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text == "now" { return now }
    if let date = Instant.parse(text) { return date }
    if let seconds = Self.ago(text) {
      let date = now.addingTimeInterval(-seconds)
      if Instant.hasYear(date) { return date }
      throw BadText("“\(text)” is before the first year that there is; write one \(Self.help)")
    }
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
    if parts.count == 1, let clock = Self.clock(parts[0]) { return try last(clock, text) }
    if parts.count == 2, let day = dayNumber(String(parts[0])), let clock = Self.clock(parts[1]) {
      return try instant(day, clock, text)
    }
    if dayNumber(text) != nil {
      throw BadText("“\(text)” says no time; add one, such as “\(text) 22:00”")
    }
    throw BadText("“\(text)” is no time; write one \(Self.help)")
  }

  /// The same of what cannot have been before `start`: of a time that clocks showed twice it is the
  /// one that can be, if one alone can.
  ///
  /// - Throws: `BadText` for what is no time.
  public func date(_ text: String, notBefore start: Date) throws -> Date {
    var times = self
    times.earliest = start
    return try times.date(text)
  }

  /// The same; nil for what is no time.
  ///
  /// - Throws: `BadText` for a time that clocks skipped or showed twice.
  func dateIfAny(_ text: String) throws -> Date? {
    do { return try date(text) } catch let error as BadText {
      if error.isOfClocks { throw error }
      return nil
    }
  }

  /// As `date`, but a time of day alone is the first one from `start` on, which may be to come.
  ///
  /// - Throws: `BadText` for what is no time.
  public func date(_ text: String, from start: Date) throws -> Date {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard let clock = Self.clock(text[...]) else { return try date(text) }
    let first = Self.day(of: start, zone)
    var times = self
    times.earliest = start
    return try times.instant(
      isShown(clock, on: first, from: start) ? first : first + 1, clock, text)
  }

  /// When something ended that began at `start`: as `date`, but a time of day alone is the first
  /// one from then on.
  ///
  /// - Throws: `BadText` for what is no time, and for a time of day that has not come yet.
  public func end(_ text: String, of start: Date) throws -> Date {
    let text = text.trimmingCharacters(in: .whitespaces)
    var times = self
    times.earliest = start
    let end = try times.date(text, from: start)
    guard end > now, Self.clock(text[...]) != nil else { return end }
    let (began, next) = (Instant.local(start, zone).prefix(16), Instant.local(end, zone).prefix(16))
    throw BadText(
      "“\(text)” is in the future: it began at \(began), and the first one from then on is \(next); "
        + "check both times")
  }

  /// The calendar day that it is, in days since 1970.
  public var todayNumber: Int { Self.day(of: now, zone) }

  /// Whether a text is written as a time, also one that clocks skipped or showed twice.
  public func isTime(_ text: String) -> Bool {
    do { return try dateIfAny(text) != nil } catch { return true }
  }

  /// A calendar day in days since 1970: `today`, `yesterday`, `-3d`, or `2026-11-20`; nil for what
  /// is none.
  public func dayNumber(_ text: String) -> Int? { Self.dayNumber(text, today: todayNumber) }

  /// The same, where it is known which day it is.
  public static func dayNumber(_ text: String, today: Int) -> Int? {
    let text = text.trimmingCharacters(in: .whitespaces)
    switch text {
    case "today": return today
    case "yesterday": return today - 1
    default: break
    }
    if let seconds = ago(text), seconds >= 0, seconds < 86_400_000_000,
      seconds.truncatingRemainder(dividingBy: 86_400) == 0
    {
      return today - Int(seconds / 86_400)
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    let components = DateComponents(year: year, month: month, day: day)
    guard let date = days.date(from: components),
      days.dateComponents([.year, .month, .day], from: date) == components
    else { return nil }
    return Self.day(of: date, .gmt)
  }

  /// The day that a calendar of the zone shows, in days since 1970.
  private static func day(of date: Date, _ zone: TimeZone) -> Int {
    Int((local(date, zone) / 86_400).rounded(.down))
  }

  /// What clocks of the zone show, in seconds since they showed the beginning of 1970.
  private static func local(_ date: Date, _ zone: TimeZone) -> Double {
    date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
  }

  /// Days without a zone.
  private static let days: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Seconds of a length of time such as `20m`, `1h30m` or `2d`; nil for what is none.
  public static func span(_ text: String) -> Double? {
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

  /// Puts a blank before a length of time that begins with a dash, which would be an option. Times
  /// are read without it, and a text that is none keeps what was typed.
  public static func withoutDash(_ text: String) -> String {
    guard text.hasPrefix("-"), text.dropFirst().first?.isNumber == true, ago(text) != nil else {
      return text
    }
    return " \(text)"
  }

  private static func ago(_ text: String) -> Double? {
    if text.hasPrefix("-") { return span(String(text.dropFirst())) }
    if text.hasSuffix(" ago") { return span(String(text.dropLast(4)).replacing(" ", with: "")) }
    return nil
  }

  /// Hours, minutes and seconds of a time of day such as `14:30` or `T14:30`; nil for none.
  private static func clock(_ text: Substring) -> [Int]? {
    let text = text.hasPrefix("T") ? text.dropFirst() : text
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) })
    else { return nil }
    let numbers = parts.compactMap { UInt8($0) }.map(Int.init)
    guard numbers.count == parts.count, numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers + (numbers.count == 2 ? [0] : [])
  }

  /// Whether clocks show this on a day at `start` or later, for the first time or once more.
  private func isShown(_ clock: [Int], on day: Int, from start: Date) -> Bool {
    let shown = Double(day * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2])
    if shown >= Self.local(start, zone) { return true }
    // They show it again when they are put back soon after, by two hours at most.
    let offset = zone.secondsFromGMT(for: start.addingTimeInterval(7200))
    let again = Date(timeIntervalSince1970: shown - Double(offset))
    return again >= start && Self.local(again, zone) == shown
  }

  /// The last time that clocks showed this.
  private func last(_ clock: [Int], _ text: String) throws -> Date {
    let date = try instant(todayNumber, clock, text)
    if date <= now { return date }
    return try instant(todayNumber - 1, clock, text)
  }

  /// - Throws: `BadText` for a time that clocks did not show on that day, and for one that they
  ///   showed twice where both are possible: neither is to come, and both are late enough.
  private func instant(_ day: Int, _ clock: [Int], _ text: String) throws -> Date {
    var wanted = Self.days.dateComponents(
      [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
    (wanted.hour, wanted.minute, wanted.second) = (clock[0], clock[1], clock[2])
    guard let date = calendar.date(from: wanted), Instant.hasYear(date) else {
      throw BadText("“\(text)” is no time in \(zone.identifier)")
    }
    let shown = calendar.dateComponents([.day, .hour, .minute], from: date)
    guard shown.day == wanted.day, shown.hour == wanted.hour, shown.minute == wanted.minute else {
      throw BadText(
        "“\(text)” was on no clock in \(zone.identifier): they were put forward past it",
        isOfClocks: true)
    }
    if let other = twin(of: date) {
      let both = [min(date, other), max(date, other)]
      let possible = both.filter { earliest <= $0 && $0 <= now }
      if possible.count == 1 { return possible[0] }
      let times = both.map { Instant.seconds($0) }
      throw BadText(
        "“\(text)” was on the clocks in \(zone.identifier) twice: write \(times[0]) for the "
          + "first time, \(times[1]) for the second", isOfClocks: true)
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
