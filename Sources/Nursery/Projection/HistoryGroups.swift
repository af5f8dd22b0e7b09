public import Daybook

/// Feeds and diaper changes by logical day, with whole-day totals for each baby.
///
/// Entries are kept in order of day, time and creation; read them backwards for newest first. A feed
/// belongs to the day of its start. Totals are integers (nanolitres), so they do not depend on the order
/// in which entries came.
public struct HistoryGroups: Projection {
  public static let name = "nursery.historyGroups"
  public static let entries = ViewTable<HistoryKey, HistoryEntry>("entries", at: 0)
  public static let totals = ViewTable<DayBabyKey, DayTotals>("totals", at: 1)
  public static let tables: [any AnyViewTable] = [entries, totals]

  /// Where days begin.
  public let boundary: DayBoundary
  private let calendar: DayCalendar

  /// Groups by the days of `boundary`.
  ///
  /// - Throws: `DayBoundaryError` when the system does not know the zone.
  public init(boundary: DayBoundary) throws(DayBoundaryError) {
    self.boundary = boundary
    calendar = try DayCalendar(boundary)
  }

  public var parameters: String { boundary.text }

  public func register(_ handlers: inout ChangeHandlers) {
    let calendar = calendar
    handlers.on(FeedSession.self) { change, rows in
      try Self.update(
        change, &rows, calendar, date: \.start, baby: \.baby, entry: HistoryEntry.feed,
        add: { totals, feed, sign in totals.add(feed, sign) })
    }
    handlers.on(DiaperChange.self) { change, rows in
      try Self.update(
        change, &rows, calendar, date: \.time, baby: \.baby, entry: HistoryEntry.diaper,
        add: { totals, diaper, sign in totals.add(diaper, sign) })
    }
  }

  private static func update<E: Entity>(
    _ change: EntityChange<E>, _ rows: inout Rows, _ calendar: DayCalendar,
    date: KeyPath<E, Date>, baby: KeyPath<E, UUID?>, entry: (E) -> HistoryEntry,
    add: (inout DayTotals, E, Int64) -> Void
  ) throws {
    let key = { (version: Version<E>) in
      HistoryKey(
        day: calendar.day(of: version.state[keyPath: date]), date: version.state[keyPath: date],
        created: version.created, id: change.id)
    }
    let old = change.old.map { (key: key($0), row: entry($0.state)) }
    let new = change.new.map { (key: key($0), row: entry($0.state)) }
    try rows.replace(entries, old: old, new: new)
    for (version, day, sign) in [
      (change.old, old?.key.day, -1 as Int64), (change.new, new?.key.day, 1),
    ] {
      guard let version, let day else { continue }
      let place = DayBabyKey(day: day, baby: version.state[keyPath: baby])
      try rows.update(totals, place) { row in
        var sums = row ?? DayTotals()
        add(&sums, version.state, sign)
        row = sums.isZero ? nil : sums
      }
    }
  }
}
