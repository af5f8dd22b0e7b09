public import Daybook

/// Every entry by logical day, with whole-day totals for each baby.
///
/// Entries are kept in order of day, time and creation; read them backwards for newest first. An
/// entry belongs to the day on which it begins. Totals are integers (nanolitres, microseconds), so
/// they do not depend on the order in which entries came.
///
/// The time that an entry takes is split where days begin, so that a night's sleep counts on two
/// days. One that lasts longer than `longestDuration` was most likely never ended and counts no
/// time.
///
/// The rows go by the days of `boundary`, whose they are. A baby whose profile tells a zone of its
/// own has its days in that zone, with the same time of day: they are grouped when they are read,
/// so `days`, `day` and `totals` give them, and queries of the tables do not.
public struct HistoryGroups: EntryProjection {
  public static let name = "nursery.historyGroups"
  public static let revision = 3
  /// Every entry, by day, time and creation.
  public static let entries = ViewTable<HistoryKey, HistoryEntry>("entries", at: 0)
  /// The sums of each day and baby.
  public static let totals = ViewTable<DayBabyKey, DayTotals>("totals", at: 1)
  /// The zones of babies that have one other than the boundary's.
  static let zones = ViewTable<UUID, BabyZone>("zones", at: 2)
  public static let tables: [any AnyViewTable] = [entries, totals, zones]

  /// Seconds beyond which the time of an entry is not counted: 31 days.
  public static let longestDuration: Double = 31 * 86_400

  /// Where days begin.
  public let boundary: DayBoundary
  let calendars: ZoneCalendars
  var calendar: DayCalendar { calendars.own }

  /// Groups by the days of `boundary`.
  ///
  /// - Throws: `DayBoundaryError` when the system does not know the zone.
  public init(boundary: DayBoundary) throws(DayBoundaryError) {
    self.init(boundary: boundary, calendar: try DayCalendar(boundary))
  }

  /// Groups by the days that another zone database gave `boundary`, for tests.
  package init(boundary: DayBoundary, calendar: DayCalendar) {
    self.boundary = boundary
    calendars = ZoneCalendars(calendar)
  }

  public var parameters: String { boundary.text }

  /// The changes of the zone's clocks: entries would otherwise stay in the days of an older version
  /// of the zone database, and be shown twice when they are edited.
  public var dataVersion: String { calendar.clockChanges }

  public func register(_ handlers: inout ChangeHandlers) {
    registerEntries(&handlers)
    handlers.on(BabyProfile.self) { [zone = boundary.zone] change, rows in
      try rows.replace(Self.zones, change) { baby in
        baby.state.zone.flatMap { $0 == zone ? nil : (baby.id.rawValue, BabyZone($0)) }
      }
    }
  }

  func update<E: NurseryEntry>(_ change: EntityChange<E>, _ rows: inout Rows) throws {
    let old = change.old.map { DayTime($0.state, calendar) }
    let new = change.new.map { DayTime($0.state, calendar) }
    try rows.replace(Self.entries, change) { (HistoryKey($0, calendar), $0.state.historyEntry) }
    if let old, let new, old.key == new.key {
      try Self.count(change, old, new, old.key, &rows)
    } else {
      if let old { try Self.count(change, old, nil, old.key, &rows) }
      if let new { try Self.count(change, nil, new, new.key, &rows) }
    }
    if old?.goesOn == true || new?.goesOn == true { try Self.countLater(change, &rows, calendar) }
  }

  /// Takes an entry as it was out of the sums of a day, and counts it as it is; nil leaves one of
  /// the two.
  @inline(__always)
  private static func count<E: NurseryEntry>(
    _ change: EntityChange<E>, _ old: DayTime?, _ new: DayTime?, _ key: DayBabyKey,
    _ rows: inout Rows
  ) throws {
    try rows.update(totals, key) { row in
      var sums = row.take() ?? DayTotals()
      if old != nil { change.old?.state.count(in: &sums, -1) }
      if new != nil { change.new?.state.count(in: &sums, 1) }
      let microseconds = (new?.microseconds ?? 0) &- (old?.microseconds ?? 0)
      if microseconds != 0 { sums.add(microseconds: microseconds, to: E.entryKind) }
      if !sums.isZero { row = consume sums }
    }
  }

  /// Counts the time of an entry that goes on after the day on which it began.
  @inline(never)
  private static func countLater<E: NurseryEntry>(
    _ change: EntityChange<E>, _ rows: inout Rows, _ calendar: DayCalendar
  ) throws {
    for (state, sign) in [(change.old?.state, -1), (change.new?.state, 1)] as [(E?, Int64)] {
      guard let state else { continue }
      for time in DayTime.later(state, calendar) {
        try rows.update(totals, time.key) { row in
          var sums = row.take() ?? DayTotals()
          sums.add(microseconds: sign * time.microseconds, to: E.entryKind)
          if !sums.isZero { row = sums }
        }
      }
    }
  }
}

extension HistoryKey {
  fileprivate init<E: NurseryEntry>(_ version: Stamped<E>, _ calendar: DayCalendar) {
    let entry = version.state
    self.init(
      day: entry.day(calendar),
      // One without a time of day stands at the day's beginning; on a day that the zone left out,
      // at noon in UTC.
      date: entry.toldDay.map { calendar.start(of: $0) ?? $0.noonUTC } ?? entry.date,
      created: version.created, id: version.id.rawValue)
  }
}
