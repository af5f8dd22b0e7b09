internal import Daybook

/// What one entry adds to the sums of its days.
struct DayParts {
  /// The day on which it begins.
  let key: DayBabyKey
  /// The sums of that day.
  var totals: DayTotals
  /// Those of later days, which have a part of its time.
  var rest: [(key: DayBabyKey, totals: DayTotals)] = []

  init(_ entry: some NurseryEntry, _ calendar: DayCalendar) {
    key = DayBabyKey(day: entry.day(calendar), baby: entry.baby)
    totals = entry.totals
    guard let end = entry.end, end > entry.date, entry.toldDay == nil,
      end.timeIntervalSince(entry.date) <= HistoryGroups.longestDuration
    else { return }
    let kind = type(of: entry).entryKind
    calendar.split(from: entry.date, in: key.day, to: end) { day, seconds in
      let microseconds = Int64((seconds * 1e6).rounded())
      if day == key.day { return totals.add(microseconds, to: kind) }
      var part = DayTotals()
      part.add(microseconds, to: kind)
      rest.append((DayBabyKey(day: day, baby: entry.baby), part))
    }
  }

  /// What takes all of it out again.
  consuming func negated() -> DayParts {
    totals = DayTotals() - totals
    for place in rest.indices { rest[place].totals = DayTotals() - rest[place].totals }
    return self
  }
}

extension DayTotals {
  fileprivate mutating func add(_ microseconds: Int64, to kind: EntryKind) {
    if kind == .feed {
      feedMicroseconds &+= microseconds
    } else {
      add(DayTotals(KindTotals(kind: kind, microseconds: microseconds)))
    }
  }
}
