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
  /// returns.
  public func days(
    before day: CivilDay?, limit: Int, filter: HistoryFilter? = nil, keepsEmptyDays: Bool = true
  ) throws -> [HistoryDay] {
    let all = HistoryGroups.query(HistoryGroups.totals).descending
    return try page(day.map { all.before($0) } ?? all, limit, filter, keepsEmptyDays)
  }

  /// The days after `day`, oldest first, at most `limit`: the page towards the present.
  ///
  /// As `days(before:limit:filter:keepsEmptyDays:)`.
  public func days(
    after day: CivilDay, limit: Int, filter: HistoryFilter? = nil, keepsEmptyDays: Bool = true
  ) throws -> [HistoryDay] {
    try page(
      HistoryGroups.query(HistoryGroups.totals).after(day), limit, filter, keepsEmptyDays)
  }

  /// One day; without entries when it is empty.
  public func day(_ day: CivilDay, baby: UUID? = nil) throws -> HistoryDay {
    try self.day(day, filter: baby.map { HistoryFilter(babies: [$0]) })
  }

  /// One day with the entries that a filter wants; its totals are those of the whole day.
  public func day(_ day: CivilDay, filter: HistoryFilter?) throws -> HistoryDay {
    try self.day(day, filter?.predicate)
  }

  /// The logical day of an instant.
  public func day(of instant: Date) -> CivilDay { projection.calendar.day(of: instant) }

  /// All totals, days ascending.
  public func totals() throws -> [BabyDayTotals] {
    try rows(HistoryGroups.totals).map { BabyDayTotals($0.key, $0.row) }
  }

  /// The totals of the days from `first` to `last`, ascending.
  public func totals(from first: CivilDay, through last: CivilDay) throws -> [BabyDayTotals] {
    try rows(HistoryGroups.query(HistoryGroups.totals).from(first).through(last)).map {
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
    _ filter: HistoryFilter?, _ keepsEmptyDays: Bool
  ) throws -> [HistoryDay] {
    guard limit > 0 else { return [] }
    let predicate = filter.flatMap { $0.isEmpty ? nil : $0.predicate }
    var days: [HistoryDay] = []
    var last: CivilDay?
    try forEach(query) { key, totals in
      // A day that has only the end of a sleep of the day before has no rows.
      guard last != key.day, totals.entryCount > 0 else { return true }
      last = key.day
      let day = try day(key.day, predicate)
      let isListed =
        !day.entries.isEmpty
        || keepsEmptyDays && (filter?.mode != .parity || predicate == nil || day.hasDashboardTotals)
      if isListed { days.append(day) }
      return days.count < limit
    }
    return days
  }

  private func day(_ day: CivilDay, _ predicate: HistoryFilter.Predicate?) throws -> HistoryDay {
    let rows = try rows(HistoryGroups.query(HistoryGroups.entries).where(day).descending)
    let totals = try self.rows(HistoryGroups.query(HistoryGroups.totals).where(day))
    return HistoryDay(
      day: day, start: projection.calendar.start(of: day) ?? day.noonUTC,
      entries: rows.filter { predicate?.matches($0.row) != false }
        .map { HistoryDay.Entry(id: $0.key.id, entry: $0.row) },
      totals: totals.map { BabyDayTotals($0.key, $0.row) })
  }
}

extension BabyDayTotals {
  fileprivate init(_ key: DayBabyKey, _ totals: DayTotals) {
    self.init(day: key.day, baby: key.baby, totals: totals)
  }
}

extension HistoryDay {
  /// Whether there is a feed or a diaper change, whosever it is.
  fileprivate var hasDashboardTotals: Bool {
    totals.contains { $0.totals.feedCount > 0 || $0.totals.diaperCount > 0 }
  }
}

extension CivilDay {
  /// The day that many days later, at most the last there is.
  fileprivate func advanced(by days: Int32) -> CivilDay {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return CivilDay(daysSince1970: overflow ? daysSince1970 : sum)
  }
}
