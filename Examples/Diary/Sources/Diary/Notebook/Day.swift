import Daybook

/// A day on the calendar of whoever was there: the days since 1 January 1970.
struct Day: RawRepresentable, OrderedKey, Hashable, Codable, Strideable, CustomStringConvertible {
  let rawValue: Int
  var week: Range<Day> {
    let monday = advanced(by: -((rawValue % 7 + 10) % 7))
    return monday..<monday.advanced(by: 7)
  }
  var description: String {
    Date(timeIntervalSince1970: Double(rawValue) * 86_400).formatted(.iso8601.year().month().day())
  }
  func distance(to other: Day) -> Int { other.rawValue - rawValue }
  func advanced(by days: Int) -> Day { Day(rawValue: rawValue + days) }
}

extension Day {
  init(_ date: Date, in zone: TimeZone) {
    let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    self.init(rawValue: Int((seconds / 86_400).rounded(.down)))
  }
}
