public import Daybook

/// One baby's day in every cell that a table or a chart may show.
///
/// ```swift
/// let report = try reader.dayReport(on: day, of: noor)
/// report[.sleep].seconds                              // of the sleeps that began on the day
/// report.totals[.sleep].seconds                       // of what lies within the day
/// report.feeds(of: .formula).count
/// ```
/// A pure fold over the entries of the day; sums are integers, so their order does not matter.
public struct DayReport: Hashable, Sendable, Identifiable {
  /// The day.
  public let day: CivilDay
  /// The baby; nil for entries without one.
  public let baby: UUID?
  /// The sums of the history: entries that began on the day, and the time that lies within it.
  public let totals: DayTotals
  /// Diaper changes of the day.
  public private(set) var diapers = DiaperReport()
  /// Sleeps that began on the day and count as naps, as `SleepSession.isNap` says.
  public private(set) var naps: Int64 = 0

  private var begun: [EntryKind: [String: KindTotals]] = [:]
  private var ended: [EntryKind: KindTotals] = [:]
  private var contents: [FeedContent: KindTotals] = [:]
  private var routes: [FeedRoute: KindTotals] = [:]

  public var id: DayBabyKey { DayBabyKey(day: day, baby: baby) }

  /// Folds a day. O(entries).
  ///
  /// - Parameters:
  ///   - begun: the baby's entries that belong to the day.
  ///   - ended: the baby's entries that ended on the day, whenever they began.
  ///   - calendar: what tells whether a sleep is a nap.
  public init(
    day: CivilDay, baby: UUID?, totals: DayTotals, begun: some Sequence<HistoryEntry>,
    ended: some Sequence<HistoryEntry>, calendar: DayCalendar
  ) {
    self.day = day
    self.baby = baby
    self.totals = totals
    for entry in begun { add(entry, calendar) }
    for entry in ended { self.ended.add(KindTotals(whole: entry), entry.kind) }
  }

  // MARK: Cells

  /// The entries of a kind that began on the day, with the whole of their time.
  public subscript(kind: EntryKind) -> KindTotals {
    begun[kind, default: [:]].values.reduce(into: KindTotals(kind: kind)) { $0.add($1, 1) }
  }

  /// Those of one type, such as `temperature` of the measurements; see `NurseryEntry.type`.
  public subscript(kind: EntryKind, type type: String) -> KindTotals {
    begun[kind]?[type] ?? KindTotals(kind: kind)
  }

  /// The types of a kind that there are, in order.
  public func types(of kind: EntryKind) -> [String] { begun[kind, default: [:]].keys.sorted() }

  /// The feeds that began on the day, by what was fed; only contents that there are.
  public var feedContents: [FeedContent: KindTotals] { contents }

  /// The feeds that began on the day, by how they were fed; only routes that there are.
  public var feedRoutes: [FeedRoute: KindTotals] { routes }

  /// The feeds of one content that began on the day.
  public func feeds(of content: FeedContent) -> KindTotals {
    contents[content] ?? KindTotals(kind: .feed)
  }

  /// The feeds by one route that began on the day.
  public func feeds(by route: FeedRoute) -> KindTotals { routes[route] ?? KindTotals(kind: .feed) }

  /// The entries of a kind that ended on the day, with the whole of their time.
  public func ended(_ kind: EntryKind) -> KindTotals { ended[kind] ?? KindTotals(kind: kind) }

  // MARK: Parts

  private mutating func add(_ entry: HistoryEntry, _ calendar: DayCalendar) {
    let totals = KindTotals(whole: entry)
    begun[entry.kind, default: [:]].add(totals, entry.entry.type)
    switch entry {
    case .feed(let feed):
      contents.add(totals, feed.content)
      routes.add(totals, feed.route)
    case .diaper(let change): diapers.add(change)
    case .sleep(let sleep): naps += sleep.isNap(calendar) ? 1 : 0
    default: break
    }
  }
}

extension KindTotals {
  /// Those of one entry with all its time, on whatever days that is.
  fileprivate init(whole entry: HistoryEntry) {
    self.init(of: entry.entry)
    let seconds = entry.entry.durationSeconds ?? 0
    guard seconds > 0, seconds <= HistoryGroups.longestDuration else { return }
    microseconds = Int64((seconds * 1e6).rounded())
  }
}

extension Dictionary where Value == KindTotals {
  fileprivate mutating func add(_ totals: KindTotals, _ key: Key) {
    self[key, default: KindTotals(kind: totals.kind)].add(totals, 1)
  }
}
