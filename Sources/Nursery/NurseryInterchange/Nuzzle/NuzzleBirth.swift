internal import Daybook
internal import Nursery

/// When a baby was born: an instant in Nuzzle, here the day and the time of its own clock.
struct NuzzleBirth {
  /// The day, such as `2026-05-02`.
  let day: String?
  /// The time, such as `04:30`; nil for the day's first instant, which stands for a day alone.
  let time: String?
  /// The instant, where day and time do not give it bit for bit.
  let exact: Date?

  /// What a profile says.
  init(_ baby: BabyProfile) { (day, time, exact) = (baby.birthDate, baby.birthTime, baby.born) }

  /// What an instant says; nothing for none.
  init(_ instant: Date?, _ clock: inout ZoneClock) {
    guard let instant else {
      (day, time, exact) = (nil, nil, nil)
      return
    }
    let local = clock.local(instant)
    let midnight = Self.instant(local.date, 0, &clock)
    let minute = local.secondOfDay / 60
    let isDay = instant == midnight || minute == 0
    day = "\(local.date)"
    time = isDay ? nil : MinuteText.text(minute)
    let known = isDay ? midnight : Self.instant(local.date, minute, &clock)
    exact = known == instant ? nil : instant
  }

  /// The instant; nil where no day is known.
  func instant(_ clock: inout ZoneClock) -> Date? {
    guard let date = day.flatMap({ CivilDay($0) }) else { return nil }
    let own = Self.instant(date, time.flatMap(MinuteText.minute) ?? 0, &clock)
    guard let exact else { return own }
    // A person may have changed the day or the time since.
    let told = NuzzleBirth(exact, &clock)
    return told.day == day && told.time == time ? exact : own
  }

  private static func instant(_ day: CivilDay, _ minute: Int, _ clock: inout ZoneClock) -> Date {
    clock.resolve(LocalTime(date: day, secondOfDay: minute * 60)).instant
  }
}

/// Times of day as profiles have them.
private enum MinuteText {
  /// Such as `04:30`.
  static func text(_ minute: Int) -> String {
    let (hour, rest) = minute.quotientAndRemainder(dividingBy: 60)
    return "\(hour.padded(2)):\(rest.padded(2))"
  }

  /// The minute of the day, seconds cut off; nil for what is no time of day.
  static func minute(_ text: String) -> Int? {
    var scan = DigitScanner(text)
    guard let hour = scan.digits(2), scan.take(":"), let minute = scan.digits(2), hour < 24,
      minute < 60, scan.isAtEnd || scan.take(":")
    else { return nil }
    return hour * 60 + minute
  }
}
