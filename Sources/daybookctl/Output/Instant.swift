#if Tools
  import Foundation
  import Nursery

  /// Instants as text.
  enum Instant {
    /// ISO 8601 in UTC, whole seconds; a fraction is cut off.
    static func seconds(_ date: Date) -> String {
      guard let micros = microseconds(date) else { return "\(date.timeIntervalSince1970)" }
      return whole(micros) + "Z"
    }

    /// ISO 8601 in UTC with microseconds, rounded to the nearest.
    static func exact(_ date: Date) -> String {
      guard let micros = microseconds(date) else { return "\(date.timeIntervalSince1970)" }
      return whole(micros) + "." + pad(micros.quotientAndRemainder(floor: 1_000_000).1, 6) + "Z"
    }

    /// Whether the time has a fraction of a second, to the microsecond.
    static func hasFraction(_ date: Date) -> Bool {
      microseconds(date).map { $0 % 1_000_000 != 0 } ?? false
    }

    /// An instant of ISO 8601 with a zone, with or without a fraction.
    static func parse(_ text: String) -> Date? {
      let whole = Date.ISO8601FormatStyle()
      let fraction = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      return (try? whole.parse(text)) ?? (try? fraction.parse(text))
    }

    /// Day and time, such as `2026-11-20 21:05:07`, as a clock of that zone shows them.
    static func local(_ date: Date, _ zone: TimeZone) -> String {
      let shifted = date.addingTimeInterval(Double(zone.secondsFromGMT(for: date)))
      guard let micros = microseconds(shifted) else { return "\(date.timeIntervalSince1970)" }
      return whole(micros).replacing("T", with: " ")
    }

    private static func microseconds(_ date: Date) -> Int? {
      let total = (date.timeIntervalSince1970 * 1_000_000).rounded()
      return total.magnitude < 9e18 ? Int(total) : nil
    }

    private static func whole(_ micros: Int) -> String {
      let (day, ofDay) = micros.quotientAndRemainder(floor: 86_400_000_000)
      let second = ofDay / 1_000_000
      let clock = [second / 3600, second / 60 % 60, second % 60].map { pad($0, 2) }
      return "\(CivilDay(daysSince1970: Int32(day)))T\(clock.joined(separator: ":"))"
    }

    private static func pad(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
  }

  extension Int {
    fileprivate func quotientAndRemainder(floor divisor: Int) -> (Int, Int) {
      let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
      return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
  }
#endif
