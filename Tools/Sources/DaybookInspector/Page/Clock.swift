import DaybookTool
import Foundation

/// Times in words, as of one moment and in one zone.
struct Clock: Sendable {
  let zone: TimeZone
  let now: Date

  /// Such as `today 14:02`, `yesterday 09:30` and `2026-11-20 21:05`.
  func words(_ date: Date) -> String {
    let text = Instant.local(date, zone)
    guard Instant.hasYear(date), text.count == 19 else { return text }
    let (day, minute) = (text.prefix(10), text.dropFirst(11).prefix(5))
    if day == Instant.local(now, zone).prefix(10) { return "today \(minute)" }
    if day == Instant.local(now - 86_400, zone).prefix(10) { return "yesterday \(minute)" }
    return "\(day) \(minute)"
  }

  /// The same on a page, with the second as its title.
  func html(_ date: Date) -> HTML {
    """
    <time datetime="\(Instant.seconds(date))" title="\(Instant.local(date, zone))">\
    \(words(date))</time>
    """
  }

  /// The midnight with which a day begins, such as `2026-11-20`, `today` or `yesterday`; nil for
  /// what is no day.
  func day(_ text: String) -> Date? {
    let day =
      switch text {
      case "today": String(Instant.local(now, zone).prefix(10))
      case "yesterday": String(Instant.local(now - 86_400, zone).prefix(10))
      default: text
      }
    guard let midnight = Instant.parse("\(day)T00:00:00Z") else { return nil }
    return midnight - Double(zone.secondsFromGMT(for: midnight))
  }
}
