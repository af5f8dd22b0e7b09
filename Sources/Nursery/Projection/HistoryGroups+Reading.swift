public import Daybook

/// One logical day of the history.
public struct HistoryDay: Identifiable, Equatable, Sendable {
  /// The civil label.
  public let day: CivilDay
  /// The day's entries, newest first.
  public let entries: [Entry]
  /// The whole day by baby, whatever entries are shown.
  public let totals: [BabyDayTotals]

  /// The month that the day is listed in.
  public var month: CivilMonth { day.month }
  public var id: CivilDay { day }

  /// A feed or a diaper change with its identifier.
  public struct Entry: Identifiable, Equatable, Sendable {
    /// The entity.
    public let id: UUID
    /// What it shows.
    public let entry: HistoryEntry
  }
}

/// What one baby had on one logical day.
public struct BabyDayTotals: Equatable, Sendable {
  /// The day.
  public let day: CivilDay
  /// The baby; nil for entries without one.
  public let baby: UUID?
  /// The sums.
  public let totals: DayTotals

  init(_ row: (key: DayBabyKey, row: DayTotals)) {
    day = row.key.day
    baby = row.key.baby
    totals = row.row
  }
}

extension ProjectionReader where P == HistoryGroups {
  /// The newest days, newest first, at most `limit`; only entries of `baby` when one is given.
  ///
  /// Reads the rows of these days and nothing else.
  public func days(limit: Int, baby: UUID? = nil) throws -> [HistoryDay] {
    var labels: [CivilDay] = []
    try forEach(HistoryGroups.totals, reversed: true) { key, _ in
      if labels.last != key.day {
        if labels.count == limit { return false }
        labels.append(key.day)
      }
      return true
    }
    return try labels.map { try day($0, baby: baby) }
  }

  /// One day; without entries when it is empty.
  public func day(_ day: CivilDay, baby: UUID? = nil) throws -> HistoryDay {
    let rows = try rows(HistoryGroups.entries, reversed: true) { $0.int32(day.daysSince1970) }
    let totals = try self.rows(HistoryGroups.totals) { $0.int32(day.daysSince1970) }
    return HistoryDay(
      day: day,
      entries: rows.filter { baby == nil || $0.row.baby == baby }
        .map { HistoryDay.Entry(id: $0.key.id, entry: $0.row) },
      totals: totals.map(BabyDayTotals.init))
  }

  /// All totals, days ascending.
  public func totals() throws -> [BabyDayTotals] {
    try rows(HistoryGroups.totals).map(BabyDayTotals.init)
  }
}
