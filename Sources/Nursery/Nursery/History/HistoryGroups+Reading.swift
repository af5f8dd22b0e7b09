public import Daybook

extension ProjectionReader where P == HistoryGroups {
  /// The newest days, newest first, at most `limit`; only entries of `baby` when one is given.
  ///
  /// Reads the rows of these days and nothing else.
  public func days(limit: Int, baby: UUID? = nil) throws -> [HistoryDay] {
    try days(before: nil, limit: limit, filter: baby.map { HistoryFilter(babies: [$0]) })
  }

  /// The days before `day`, newest first, at most `limit`; the newest ones without `day`.
  ///
  /// With a filter, days on which only others have entries are left out, unless `keepsEmptyDays`
  /// says to list them with their totals and no rows, as BabyDashboard does; in its mode `parity`
  /// those with a feed or a diaper change, because other kinds have no totals there.
  ///
  /// Reads the rows of the days that it passes and nothing else: without a filter those that it
  /// returns. Where a baby has a zone of its own, those of 35 days around them too.
  public func days(
    before day: CivilDay?, limit: Int, filter: HistoryFilter? = nil, keepsEmptyDays: Bool = true
  ) throws -> [HistoryDay] {
    let listed = ListedDays(filter, keepsEmptyDays)
    if let days = try regroupedDays(.before(day), limit, listed) { return days }
    let all = HistoryGroups.query(HistoryGroups.totals).descending
    return try page(day.map { all.before($0) } ?? all, limit, listed)
  }

  /// The days after `day`, oldest first, at most `limit`: the page towards the present.
  ///
  /// As `days(before:limit:filter:keepsEmptyDays:)`.
  public func days(
    after day: CivilDay, limit: Int, filter: HistoryFilter? = nil, keepsEmptyDays: Bool = true
  ) throws -> [HistoryDay] {
    let listed = ListedDays(filter, keepsEmptyDays)
    return try regroupedDays(.after(day), limit, listed)
      ?? page(HistoryGroups.query(HistoryGroups.totals).after(day), limit, listed)
  }

  /// One day; without entries when it is empty.
  public func day(_ day: CivilDay, baby: UUID? = nil) throws -> HistoryDay {
    try self.day(day, filter: baby.map { HistoryFilter(babies: [$0]) })
  }

  /// One day with the entries that a filter wants; its totals are those of the whole day.
  ///
  /// It starts where the store's day does; where the filter wants one baby, that baby's day.
  public func day(_ day: CivilDay, filter: HistoryFilter?) throws -> HistoryDay {
    let listed = ListedDays(filter, true)
    return try regroupedDay(day, listed) ?? self.day(day, listed)
  }

  /// Calls `body` with every day of a range, oldest first, also with days that have no more than
  /// the end of a night that began on the one before; all days without a range.
  package func forEachDay(
    in range: ClosedRange<CivilDay>? = nil, baby: UUID? = nil,
    _ body: (HistoryDay) throws -> Void
  ) throws {
    let listed = ListedDays(baby.map { HistoryFilter(babies: [$0]) }, true)
    if try forEachRegroupedDay(in: range, listed, body) { return }
    let days = Set(try totals().map(\.day)).filter { range?.contains($0) ?? true }
    for day in days.sorted() { try body(self.day(day, listed)) }
  }

  /// The logical day of an instant, for babies without a zone of their own.
  public func day(of instant: Date) -> CivilDay { projection.calendar.day(of: instant) }

  /// The calendar by which the days of a baby go: its zone's if it has one, else the store's.
  ///
  /// O(log n).
  public func calendar(of baby: UUID?) throws -> DayCalendar {
    let zone = try baby.flatMap { try row(HistoryGroups.zones, $0) }?.zone
    return projection.calendars[zone]
  }

  /// All totals, days ascending.
  public func totals() throws -> [BabyDayTotals] {
    try regroupedTotals(nil)
      ?? rows(HistoryGroups.totals).map { BabyDayTotals($0.key, $0.row) }
  }

  /// The totals of the days from `first` to `last`, ascending.
  public func totals(from first: CivilDay, through last: CivilDay) throws -> [BabyDayTotals] {
    guard first <= last else { return [] }
    return try regroupedTotals(first...last)
      ?? rows(HistoryGroups.query(HistoryGroups.totals).from(first).through(last)).map {
        BabyDayTotals($0.key, $0.row)
      }
  }

  /// The entries from one instant to before another, oldest first, at most `limit`.
  ///
  /// In the order of the history. O(log n + rows of these days and one more at either end). An
  /// entry without a time of day stands where its day begins.
  public func entries(
    from start: Date, to end: Date, limit: Int = .max
  ) throws -> [HistoryDay.Entry] {
    guard limit > 0, start < end else { return [] }
    var found: [HistoryDay.Entry] = []
    // A day more at either end: one that the zone left out has its entries at noon in UTC, which
    // is within another day.
    let query = HistoryGroups.query(HistoryGroups.entries)
      .from(day(of: start).advanced(by: -1)).through(day(of: end).advanced(by: 1))
    try forEachStored(query) { stored in
      let key = try stored.key()
      if key.date >= start, key.date < end {
        found.append(HistoryDay.Entry(id: key.id, entry: try stored.row()))
      }
      return found.count < limit
    }
    return found
  }

  // MARK: Parts

  private func page<Rest>(
    _ query: ViewQuery<HistoryGroups, DayBabyKey, DayTotals, Rest>, _ limit: Int,
    _ listed: ListedDays
  ) throws -> [HistoryDay] {
    guard limit > 0 else { return [] }
    var days: [HistoryDay] = []
    var last: CivilDay?
    try forEach(query) { key, totals in
      // A day that has only the end of a sleep of the day before has no rows.
      guard last != key.day, totals.entryCount > 0 else { return true }
      last = key.day
      let day = try day(key.day, listed)
      if listed.contains(day) { days.append(day) }
      return days.count < limit
    }
    return days
  }

  private func day(_ day: CivilDay, _ listed: ListedDays) throws -> HistoryDay {
    let rows = try rows(HistoryGroups.query(HistoryGroups.entries).where(day).descending)
    let totals = try self.rows(HistoryGroups.query(HistoryGroups.totals).where(day))
    return HistoryDay(
      day: day, start: projection.calendar.start(of: day) ?? day.noonUTC,
      entries: rows.filter { listed.wants($0.row) }
        .map { HistoryDay.Entry(id: $0.key.id, entry: $0.row) },
      totals: totals.map { BabyDayTotals($0.key, $0.row) })
  }
}

extension BabyDayTotals {
  fileprivate init(_ key: DayBabyKey, _ totals: DayTotals) {
    self.init(day: key.day, baby: key.baby, totals: totals)
  }
}
