internal import Daybook

/// Days where babies have zones of their own. Each function gives nil where none has: then the
/// stored rows are what is asked for.
extension ProjectionReader where P == HistoryGroups {
  /// How many days the store's day and a baby's may lie apart: zones differ by up to 26 hours, and
  /// one may have left a day out.
  private static var apart: Int32 { 3 }

  /// The days within which an entry began whose time is counted on a day.
  private static var longest: Int32 { Int32(HistoryGroups.longestDuration / 86_400) + 1 }

  func regroupedDay(_ day: CivilDay, _ listed: ListedDays) throws -> HistoryDay? {
    let calendars = try ownCalendars()
    if calendars.isEmpty { return nil }
    return self.day(day, of: try regrouped(day...day, calendars), calendars, listed)
  }

  /// - Parameter range: nil for all days.
  func regroupedTotals(_ range: ClosedRange<CivilDay>?) throws -> [BabyDayTotals]? {
    let calendars = try ownCalendars()
    if calendars.isEmpty { return nil }
    let all = CivilDay(daysSince1970: .min)...CivilDay(daysSince1970: .max)
    return try regrouped(range ?? all, calendars, keepsEntries: false).totals
  }

  func regroupedDays(
    _ page: DayPage, _ limit: Int, _ listed: ListedDays
  ) throws -> [HistoryDay]? {
    let calendars = try ownCalendars()
    if calendars.isEmpty { return nil }
    var (page, days) = (page, [HistoryDay]())
    var width = Int32(max(8, min(limit, 64)))
    while days.count < limit, let range = try self.range(of: page, width) {
      let found = try regrouped(range, calendars)
      for day in page.isDescending ? found.days.reversed() : found.days where days.count < limit {
        let day = self.day(day, of: found, calendars, listed)
        if listed.contains(day) { days.append(day) }
      }
      page = page.next(after: range)
      // A filter may want few of many days.
      width = min(2 * width, 1024)
    }
    return days
  }

  /// Calls `body` with the days of a range that have entries or sums, ascending; false where no
  /// baby has a zone of its own.
  func forEachRegroupedDay(
    in range: ClosedRange<CivilDay>?, _ listed: ListedDays, _ body: (HistoryDay) throws -> Void
  ) throws -> Bool {
    let calendars = try ownCalendars()
    if calendars.isEmpty { return false }
    var page = DayPage.after(range.map { $0.lowerBound.advanced(by: -1) })
    while let part = try self.range(of: page, 64) {
      if let range, part.lowerBound > range.upperBound { break }
      let found = try regrouped(part, calendars)
      for day in Set(found.days + found.totals.map(\.day)).sorted()
      where range?.contains(day) ?? true {
        try body(self.day(day, of: found, calendars, listed))
      }
      page = page.next(after: part)
    }
    return true
  }

  // MARK: Parts

  /// The calendars of babies with zones of their own that this system knows.
  private func ownCalendars() throws -> [UUID: DayCalendar] {
    var found: [UUID: DayCalendar] = [:]
    try forEach(HistoryGroups.zones) { baby, row in
      found[baby] = projection.calendars.other(row.zone)
      return true
    }
    return found
  }

  private func regrouped(
    _ range: ClosedRange<CivilDay>, _ calendars: [UUID: DayCalendar], keepsEntries: Bool = true
  ) throws -> RegroupedDays {
    var found = RegroupedDays(range, calendars, keepsEntries: keepsEntries)
    let (first, last) = (range.lowerBound, range.upperBound)
    let near = HistoryGroups.query(HistoryGroups.entries)
      .from(first.advanced(by: -Self.longest - Self.apart)).through(last.advanced(by: Self.apart))
    try forEach(near) { key, entry in
      found.add(key, entry)
      return true
    }
    let sums = HistoryGroups.query(HistoryGroups.totals).from(first).through(last)
    try forEach(sums) { key, totals in
      found.add(key, totals)
      return true
    }
    return found
  }

  private func day(
    _ day: CivilDay, of found: RegroupedDays, _ calendars: [UUID: DayCalendar],
    _ listed: ListedDays
  ) -> HistoryDay {
    let own = listed.onlyBaby.flatMap { calendars[$0] }
    return HistoryDay(
      day: day, start: (own ?? projection.calendar).start(of: day) ?? day.noonUTC,
      entries: found.entries(of: day).filter { listed.wants($0.entry) },
      totals: found.totals(of: day))
  }

  /// The next days of a page on which there may be entries, `width` of them; nil at the end.
  private func range(of page: DayPage, _ width: Int32) throws -> ClosedRange<CivilDay>? {
    let all = HistoryGroups.query(HistoryGroups.totals)
    switch page {
    case .before(let day):
      if day?.daysSince1970 == .min { return nil }
      let older = day.map { all.before($0.advanced(by: Self.apart)) } ?? all
      guard let stored = try self.first(older.descending)?.key.day else { return nil }
      let latest = stored.advanced(by: Self.apart)
      let top = day.map { min($0.advanced(by: -1), latest) } ?? latest
      return top.advanced(by: 1 - width)...top
    case .after(let day):
      if day?.daysSince1970 == .max { return nil }
      let newer = day.map { all.after($0.advanced(by: -Self.apart)) } ?? all
      guard let stored = try self.first(newer)?.key.day else { return nil }
      let earliest = stored.advanced(by: -Self.apart)
      let low = day.map { max($0.advanced(by: 1), earliest) } ?? earliest
      return low...low.advanced(by: width - 1)
    }
  }
}
