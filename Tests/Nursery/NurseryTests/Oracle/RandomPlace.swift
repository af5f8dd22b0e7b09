import Nursery

/// A zone with days on which its clocks do something.
struct RandomPlace: Sendable, CustomStringConvertible {
  let zone: String
  var hour = 7
  var minute = 0
  /// When the first of the days begins, in seconds since 1970.
  let start: Double

  var description: String { zone }

  func boundary() throws -> DayBoundary {
    try DayBoundary(zone: zone, hour: hour, minute: minute)
  }

  /// Set forward on 30 March 2025.
  static let amsterdam = RandomPlace(zone: "Europe/Amsterdam", start: 1_743_055_200)

  static let all = [
    RandomPlace(zone: "UTC", start: 1_760_857_200),
    RandomPlace(zone: "Asia/Seoul", start: 1_762_293_600),
    // 02:30 did not exist on 9 March 2025.
    RandomPlace(zone: "America/New_York", hour: 2, minute: 30, start: 1_741_332_600),
    // 4 November 2018 had no midnight.
    RandomPlace(zone: "America/Sao_Paulo", hour: 0, start: 1_541_041_200),
    // There was no 30 December 2011.
    RandomPlace(zone: "Pacific/Apia", start: 1_325_091_600),
    amsterdam,
    // A quarter of an hour was left out on 1 January 1986.
    RandomPlace(zone: "Asia/Kathmandu", start: 504_667_800),
  ]
}
