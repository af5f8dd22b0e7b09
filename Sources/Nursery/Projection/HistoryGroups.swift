public import Daybook

/// Feeds and diaper changes by logical day, with whole-day totals for each baby.
///
/// Entries are kept in order of day, time and creation; read them backwards for newest first. A
/// feed belongs to the day of its start. Totals are integers (nanolitres), so they do not depend on
/// the order in which entries came.
public struct HistoryGroups: Projection {
  public static let name = "nursery.historyGroups"
  /// Every entry, by day, time and creation.
  public static let entries = ViewTable<HistoryKey, HistoryEntry>("entries", at: 0)
  /// The sums of each day and baby.
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
    handlers.on(FeedSession.self) { change, rows in try Self.update(change, &rows, calendar) }
    handlers.on(DiaperChange.self) { change, rows in try Self.update(change, &rows, calendar) }
  }

  private static func update<E: HistoryItem>(
    _ change: EntityChange<E>, _ rows: inout Rows, _ calendar: DayCalendar
  ) throws {
    let id = change.id
    try rows.replace(entries, change) { (key($0, id, calendar), $0.state.historyEntry) }
    let old = totalsKey(change.old, calendar)
    let new = totalsKey(change.new, calendar)
    let less = change.old?.state.totals ?? DayTotals()
    let more = change.new?.state.totals ?? DayTotals()
    if let old, let new, old == new { return try count(more - less, old, &rows) }
    if let old { try count(DayTotals() - less, old, &rows) }
    if let new { try count(more, new, &rows) }
  }

  private static func key<E: HistoryItem>(
    _ version: Stamped<E>, _ id: UUID, _ calendar: DayCalendar
  ) -> HistoryKey {
    let date = version.state.historyDate
    return HistoryKey(
      day: calendar.day(of: date), date: date, created: version.created, id: id)
  }

  private static func totalsKey<E: HistoryItem>(
    _ version: Stamped<E>?, _ calendar: DayCalendar
  ) -> DayBabyKey? {
    guard let version else { return nil }
    return DayBabyKey(day: calendar.day(of: version.state.historyDate), baby: version.state.baby)
  }

  /// Adds to the sums of a day.
  private static func count(_ more: DayTotals, _ key: DayBabyKey, _ rows: inout Rows) throws {
    try rows.update(totals, key) { row in
      let sums = (row ?? DayTotals()) + more
      row = sums.isZero ? nil : sums
    }
  }
}

/// What stands in the history.
private protocol HistoryItem: Entity {
  var baby: UUID? { get }
  /// The time that decides day and order.
  var historyDate: Date { get }
  var historyEntry: HistoryEntry { get }
  /// The totals of a day with nothing else.
  var totals: DayTotals { get }
}

extension FeedSession: HistoryItem {
  fileprivate var historyDate: Date { start }
  fileprivate var historyEntry: HistoryEntry { .feed(self) }
  fileprivate var totals: DayTotals { DayTotals(feedWith: amount) }
}

extension DiaperChange: HistoryItem {
  fileprivate var historyDate: Date { time }
  fileprivate var historyEntry: HistoryEntry { .diaper(self) }
  fileprivate var totals: DayTotals { DayTotals(wet: wet, solid: solid) }
}
