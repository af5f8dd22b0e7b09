package import Foundation
internal import Nursery

extension InstantText {
  /// ISO 8601 in UTC, whole seconds; a fraction is cut off.
  package static func seconds(_ date: Date) -> String {
    guard let micros = microseconds(date) else { return "\(date.timeIntervalSince1970)" }
    return whole(micros) + "Z"
  }

  /// ISO 8601 in UTC with microseconds, rounded to the nearest.
  package static func exact(_ date: Date) -> String {
    guard let micros = microseconds(date) else { return "\(date.timeIntervalSince1970)" }
    return whole(micros) + "." + floorDivide(micros, by: 1_000_000).rest.padded(6) + "Z"
  }

  /// Whether the time has a fraction of a second, to the microsecond.
  package static func hasFraction(_ date: Date) -> Bool {
    microseconds(date).map { $0 % 1_000_000 != 0 } ?? false
  }

  private static func microseconds(_ date: Date) -> Int? {
    let total = (date.timeIntervalSince1970 * 1_000_000).rounded()
    return total.magnitude < 9e18 ? Int(total) : nil
  }

  private static func whole(_ micros: Int) -> String {
    let (day, ofDay) = floorDivide(micros, by: 86_400_000_000)
    let second = ofDay / 1_000_000
    let (hours, minutes) = ((second / 3600).padded(2), (second / 60 % 60).padded(2))
    return "\(CivilDay(daysSince1970: Int32(day)))T\(hours):\(minutes):\((second % 60).padded(2))"
  }

  private static func floorDivide(_ value: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
