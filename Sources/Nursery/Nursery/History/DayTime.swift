internal import Daybook

/// The part of an entry's time that lies within one day.
struct DayTime {
  /// The day, and the baby of the entry.
  let key: DayBabyKey
  /// Rounded to the nearest.
  private(set) var microseconds: Int64 = 0
  /// Whether later days have a part of it too.
  private(set) var goesOn = false

  /// That of the day on which an entry begins.
  init(_ entry: some NurseryEntry, _ calendar: DayCalendar) {
    let day = entry.day(calendar)
    key = DayBabyKey(day: day, baby: entry.baby)
    guard let end = Self.countedEnd(of: entry) else { return }
    if calendar.day(of: end) == day {
      microseconds = Self.microseconds(end.timeIntervalSince(entry.date))
    } else if let first = calendar.parts(from: entry.date, to: end).first {
      microseconds = Self.microseconds(first.seconds)
      goesOn = true
    }
  }

  private init(_ key: DayBabyKey, _ seconds: Double) {
    self.key = key
    microseconds = Self.microseconds(seconds)
  }

  /// Those of later days.
  static func later(_ entry: some NurseryEntry, _ calendar: DayCalendar) -> [DayTime] {
    guard let end = countedEnd(of: entry) else { return [] }
    return calendar.parts(from: entry.date, to: end).dropFirst().map {
      DayTime(DayBabyKey(day: $0.day, baby: entry.baby), $0.seconds)
    }
  }

  /// The end of an entry whose time is counted.
  private static func countedEnd(of entry: some NurseryEntry) -> Date? {
    guard let end = entry.end, end > entry.date, entry.toldDay == nil,
      end.timeIntervalSince(entry.date) <= HistoryGroups.longestDuration
    else { return nil }
    return end
  }

  private static func microseconds(_ seconds: Double) -> Int64 {
    Int64((seconds * 1e6).rounded())
  }
}
