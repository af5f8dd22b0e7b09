public import Daybook

/// One logical day of the history.
public struct HistoryDay: Sendable {
  /// The civil label.
  public let day: CivilDay
  /// The day's entries, newest first.
  public let entries: [(id: UUID, entry: HistoryEntry)]
  /// The whole day by baby, whatever entries are shown.
  public let totals: [(baby: UUID?, totals: DayTotals)]

  /// The month that the day is listed in.
  public var month: CivilMonth { day.month }
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
      entries: rows.filter { baby == nil || $0.row.baby == baby }.map { ($0.key.id, $0.row) },
      totals: totals.map { ($0.key.baby, $0.row) })
  }

  /// All totals, days ascending.
  public func totals() throws -> [(day: CivilDay, baby: UUID?, totals: DayTotals)] {
    try rows(HistoryGroups.totals).map { ($0.key.day, $0.key.baby, $0.row) }
  }
}
