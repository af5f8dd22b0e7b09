import DaybookTool
import Foundation

/// Times in words, as of one moment and in one zone.
struct Clock: Sendable {
  let zone: TimeZone
  /// The calendar day that it is, in days since 1970.
  private let number: Int
  private let today: String
  private let yesterday: String

  init(zone: TimeZone, now: Date) {
    self.zone = zone
    number = TimeText(zone, now: now).todayNumber
    (today, yesterday) = (Self.text(number), Self.text(number - 1))
  }

  /// Such as `today 14:02`, `yesterday 09:30` and `2026-11-20 21:05`.
  func words(_ date: Date) -> String {
    let text = Instant.local(date, zone)
    guard Instant.hasYear(date), text.count == 19 else { return text }
    let (day, minute) = (text.prefix(10), text.dropFirst(11).prefix(5))
    if day == today { return "today \(minute)" }
    if day == yesterday { return "yesterday \(minute)" }
    return "\(day) \(minute)"
  }

  /// The same on a page, with the second as its title.
  func html(_ date: Date) -> HTML {
    """
    <time datetime="\(Instant.seconds(date))" title="\(Instant.local(date, zone))">\
    \(words(date))</time>
    """
  }

  /// From the beginning of a day to that of the next one, however many hours it has; the day such
  /// as `2026-11-20`, `today` or `yesterday`. Nil for what is no day.
  func day(_ text: String) -> Range<Date>? {
    guard let day = TimeText.dayNumber(text, today: number) else { return nil }
    let first = beginning(of: day)
    return first..<max(first, beginning(of: day + 1))
  }

  /// The date of such a day, as `2026-11-20`; nil for what is no day.
  func date(ofDay text: String) -> String? {
    TimeText.dayNumber(text, today: number).map(Self.text)
  }

  private func beginning(of day: Int) -> Date {
    // Clocks are put forward and back near midnight, and not at noon.
    let noon = Date(timeIntervalSince1970: (Double(day) + 0.5) * 86_400)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar.startOfDay(for: noon - Double(zone.secondsFromGMT(for: noon)))
  }

  private static func text(_ day: Int) -> String {
    String(Instant.seconds(Date(timeIntervalSince1970: Double(day) * 86_400)).prefix(10))
  }
}
