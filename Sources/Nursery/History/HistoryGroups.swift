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
public struct HistoryGroups: Projection {
  public static let name = "nursery.historyGroups"
  public static let revision = 2
  /// Every entry, by day, time and creation.
  public static let entries = ViewTable<HistoryKey, HistoryEntry>("entries", at: 0)
  /// The sums of each day and baby.
  public static let totals = ViewTable<DayBabyKey, DayTotals>("totals", at: 1)
  public static let tables: [any AnyViewTable] = [entries, totals]

  /// Seconds beyond which the time of an entry is not counted: 31 days.
  public static let longestDuration: Double = 31 * 86_400

  /// Where days begin.
  public let boundary: DayBoundary
  let calendar: DayCalendar

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
    handlers.on(FeedSession.self) { change, rows in try Self.update(change, &rows, calendar) }
    handlers.on(DiaperChange.self) { change, rows in try Self.update(change, &rows, calendar) }
    handlers.on(SleepSession.self) { change, rows in try Self.update(change, &rows, calendar) }
    handlers.on(PumpingSession.self) { change, rows in try Self.update(change, &rows, calendar) }
    handlers.on(ActivitySession.self) { change, rows in try Self.update(change, &rows, calendar) }
    handlers.on(BodyMeasurement.self) { change, rows in try Self.update(change, &rows, calendar) }
    handlers.on(MedicationDose.self) { change, rows in try Self.update(change, &rows, calendar) }
    handlers.on(Note.self) { change, rows in try Self.update(change, &rows, calendar) }
    handlers.on(CustomEvent.self) { change, rows in try Self.update(change, &rows, calendar) }
  }

  private static func update<E: NurseryEntry>(
    _ change: EntityChange<E>, _ rows: inout Rows, _ calendar: DayCalendar
  ) throws {
    let id = change.id
    let old = change.old.map { DayParts($0.state, calendar) }
    let new = change.new.map { DayParts($0.state, calendar) }
    try rows.replace(
      entries,
      old: change.old.map { (HistoryKey($0, id, calendar), $0.state.historyEntry) },
      new: change.new.map { (HistoryKey($0, id, calendar), $0.state.historyEntry) })
    if let old, let new, old.first.key == new.first.key {
      try count(new.first.totals - old.first.totals, new.first.key, &rows)
    } else {
      if let old { try count(DayTotals() - old.first.totals, old.first.key, &rows) }
      if let new { try count(new.first.totals, new.first.key, &rows) }
    }
    for part in old?.rest ?? [] { try count(DayTotals() - part.totals, part.key, &rows) }
    for part in new?.rest ?? [] { try count(part.totals, part.key, &rows) }
  }

  /// Adds to the sums of a day.
  private static func count(_ more: DayTotals, _ key: DayBabyKey, _ rows: inout Rows) throws {
    try rows.update(totals, key) { row in
      let sums = (row ?? DayTotals()) + more
      row = sums.isZero ? nil : sums
    }
  }
}

extension HistoryKey {
  fileprivate init<E: NurseryEntry>(
    _ version: Stamped<E>, _ id: UUID, _ calendar: DayCalendar
  ) {
    let entry = version.state
    self.init(
      day: entry.day(calendar),
      // One without a time of day stands at the day's beginning.
      date: entry.toldDay.flatMap { calendar.start(of: $0) } ?? entry.date,
      created: version.created, id: id)
  }
}
