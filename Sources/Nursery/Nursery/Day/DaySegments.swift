/// At most three logical days that follow each other within a day of UTC.
struct DaySegments {
  private var first = CivilDay(daysSince1970: .min)
  private var second = CivilDay(daysSince1970: .min)
  private var third = CivilDay(daysSince1970: .min)
  private var secondStart = Double.infinity
  private var thirdStart = Double.infinity
  private var count = 0

  /// Notes that `day` begins at `start`; false when there is no room.
  mutating func append(_ day: CivilDay, from start: Double) -> Bool {
    switch count {
    case 0:
      first = day
    case 1 where day == first, 2 where day == second, 3 where day == third:
      return true
    case 1:
      (second, secondStart) = (day, start)
    case 2:
      (third, thirdStart) = (day, start)
    default:
      return false
    }
    count += 1
    return true
  }

  /// The day at `seconds`.
  func day(_ seconds: Double) -> CivilDay {
    seconds < secondStart ? first : seconds < thirdStart ? second : third
  }
}
