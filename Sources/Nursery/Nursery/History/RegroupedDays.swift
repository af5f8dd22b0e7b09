internal import Daybook

/// Some days of a store in which babies have zones of their own.
///
/// Made of the stored rows: those of other babies are taken as they are, and those of these babies
/// are put into the days of their zones.
struct RegroupedDays {
  private typealias Row = (key: HistoryKey, entry: HistoryEntry)

  private let range: ClosedRange<CivilDay>
  private let calendars: [UUID: DayCalendar]
  private let keepsEntries: Bool
  private var rows: [CivilDay: [Row]] = [:]
  private var sums: [CivilDay: [UUID?: DayTotals]] = [:]

  /// - Parameter keepsEntries: whether entries are wanted, or their sums alone.
  init(_ range: ClosedRange<CivilDay>, _ calendars: [UUID: DayCalendar], keepsEntries: Bool) {
    self.range = range
    self.calendars = calendars
    self.keepsEntries = keepsEntries
  }

  /// Takes a stored row.
  mutating func add(_ key: HistoryKey, _ entry: HistoryEntry) {
    guard let calendar = entry.baby.flatMap({ calendars[$0] }) else {
      return keep(key, entry)
    }
    count(entry.entry, calendar)
    let told = entry.entry.toldDay
    keep(
      HistoryKey(
        day: told ?? calendar.day(of: entry.date),
        date: told.map { calendar.start(of: $0) ?? $0.noonUTC } ?? key.date,
        created: key.created, id: key.id), entry)
  }

  /// Takes a stored sum, which says nothing about the days of a baby with a zone of its own.
  mutating func add(_ key: DayBabyKey, _ totals: DayTotals) {
    if key.baby.map({ calendars[$0] == nil }) ?? true { change(key) { $0 = totals } }
  }

  private mutating func keep(_ key: HistoryKey, _ entry: HistoryEntry) {
    if keepsEntries, range.contains(key.day) { rows[key.day, default: []].append((key, entry)) }
  }

  private mutating func count(_ entry: some NurseryEntry, _ calendar: DayCalendar) {
    let first = DayTime(entry, calendar)
    change(first.key) { entry.count(in: &$0, 1) }
    add(first, of: entry)
    if first.goesOn { for later in DayTime.later(entry, calendar) { add(later, of: entry) } }
  }

  private mutating func add<E: NurseryEntry>(_ time: DayTime, of entry: E) {
    guard time.microseconds != 0 else { return }
    change(time.key) { $0.add(microseconds: time.microseconds, to: E.entryKind) }
  }

  private mutating func change(_ key: DayBabyKey, _ body: (inout DayTotals) -> Void) {
    if range.contains(key.day) {
      body(&sums[key.day, default: [:]][key.baby, default: DayTotals()])
    }
  }

  // MARK: Days

  /// The days on which entries begin, ascending.
  var days: [CivilDay] { rows.keys.sorted() }

  /// The entries of a day, newest first.
  func entries(of day: CivilDay) -> [HistoryDay.Entry] {
    // Those of one instant and creation stay in the order of their rows, which is that of their
    // identifiers.
    (rows[day] ?? []).sorted { ($0.key.date, $0.key.created) < ($1.key.date, $1.key.created) }
      .reversed().map { HistoryDay.Entry(id: $0.key.id, entry: $0.entry) }
  }

  /// The sums of the days that were asked for, by day and baby, nobody first.
  var totals: [BabyDayTotals] { sums.keys.sorted().flatMap { totals(of: $0) } }

  /// The sums of one day.
  func totals(of day: CivilDay) -> [BabyDayTotals] {
    (sums[day] ?? [:]).filter { !$0.value.isZero }
      .map { BabyDayTotals(day: day, baby: $0.key, totals: $0.value) }
      .sorted { $0.baby.order < $1.baby.order }
  }
}

extension UUID? {
  /// In the order in which keys have it: nobody first.
  fileprivate var order: String { self?.uuidString ?? "" }
}
