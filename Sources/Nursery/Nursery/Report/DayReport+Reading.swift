public import Daybook

extension StoreReading where Self: ~Copyable & ~Escapable {
  /// One baby's day in every cell, now or as of an earlier transaction.
  ///
  /// The day is that of the baby's zone if it has one. Reads the rows of the day and the entries
  /// that ended on it: O(log n + entries).
  ///
  /// - Throws: `StoreError.notInSchema` without `HistoryGroups` and `LastEntries`.
  public func dayReport(on day: CivilDay, of baby: UUID?) throws -> DayReport {
    let history = try view(HistoryGroups.self)
    let calendar = try history.calendar(of: baby)
    let shown = try history.day(day, filter: HistoryFilter(babies: [baby]))
    return DayReport(
      day: day, baby: baby,
      totals: shown.totals.first { $0.baby == baby }?.totals ?? DayTotals(),
      begun: shown.entries.map(\.entry), ended: try ended(on: day, of: baby, calendar),
      calendar: calendar)
  }

  /// The entries that ended on a day, by kind and end.
  private func ended(
    on day: CivilDay, of baby: UUID?, _ calendar: DayCalendar
  ) throws -> [HistoryEntry] {
    guard let start = calendar.start(of: day) else { return [] }
    var found: [HistoryEntry] = []
    for kind in EntryKind.allCases where kind.entity is any TimedEntry.Type {
      var ids: [UUID] = []
      let query = LastEntries.query(LastEntries.finished).where(kind, baby).from(start)
      try view(LastEntries.self).forEach(query) { key, _ in
        guard calendar.day(of: key.end) == day else { return false }
        ids.append(key.id)
        return true
      }
      for id in ids { if let entry = try entry(kind.entity, id) { found.append(entry) } }
    }
    return found
  }

  private func entry<E: NurseryEntry>(_ type: E.Type, _ id: UUID) throws -> HistoryEntry? {
    try entity(type, id)?.historyEntry
  }
}
