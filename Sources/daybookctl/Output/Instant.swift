#if Tools
  import Foundation
  import Nursery

  /// Instants as text.
  enum Instant {
    /// ISO 8601 in UTC with microseconds, rounded to the nearest.
    static func iso(_ date: Date) -> String {
      let total = (date.timeIntervalSince1970 * 1_000_000).rounded()
      guard total.magnitude < 9e18 else { return "\(date.timeIntervalSince1970)" }
      let micros = Int(total)
      let (day, ofDay) = micros.quotientAndRemainder(floor: 86_400_000_000)
      let second = ofDay / 1_000_000
      let clock = [second / 3600, second / 60 % 60, second % 60].map { pad($0, 2) }
      let date = CivilDay(daysSince1970: Int32(day))
      return "\(date)T\(clock.joined(separator: ":")).\(pad(ofDay % 1_000_000, 6))Z"
    }

    /// Day and minute in a zone.
    static func local(_ date: Date, _ zone: String) -> String {
      let seconds = TimeZone(identifier: zone)?.secondsFromGMT(for: date) ?? 0
      let text = iso(date.addingTimeInterval(Double(seconds)))
      return String(text.prefix(16)).replacing("T", with: " ")
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
