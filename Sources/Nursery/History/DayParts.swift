internal import Daybook

/// What one entry adds to the sums of its days.
struct DayParts {
  typealias Part = (key: DayBabyKey, totals: DayTotals)
  /// That of the day on which it begins.
  var first: Part
  /// Those of later days, which have a part of its time.
  var rest: [Part] = []

  init(_ entry: some NurseryEntry, _ calendar: DayCalendar) {
    first = (DayBabyKey(day: entry.day(calendar), baby: entry.baby), DayTotals(of: entry))
    guard let end = entry.end, end > entry.date, entry.toldDay == nil,
      end.timeIntervalSince(entry.date) <= HistoryGroups.longestDuration
    else { return }
    let kind = type(of: entry).entryKind
    calendar.split(from: entry.date, to: end) { day, seconds in
      let microseconds = Int64((seconds * 1e6).rounded())
      if day == first.key.day {
        first.totals.add(microseconds, to: kind)
      } else {
        var totals = DayTotals()
        totals.add(microseconds, to: kind)
        rest.append((DayBabyKey(day: day, baby: entry.baby), totals))
      }
    }
  }
}

extension DayTotals {
  /// Those of one entry; without the time that it took.
  fileprivate init(of entry: some NurseryEntry) {
    switch entry {
    case let feed as FeedSession: self.init(feedWith: feed.amount)
    case let diaper as DiaperChange: self.init(wet: diaper.wet, solid: diaper.solid)
    default: self.init(KindTotals(of: entry))
    }
  }

  fileprivate mutating func add(_ microseconds: Int64, to kind: EntryKind) {
    if kind == .feed {
      feedMicroseconds &+= microseconds
    } else {
      self = self + DayTotals(KindTotals(kind: kind, microseconds: microseconds))
    }
  }
}
