public import Daybook

/// What stands in the history of a child: everything with a time.
///
/// Feeds and diaper changes are entities of their own; all others are an `Entry` with the details
/// of their kind.
///
/// Coded for JSON as its properties under their names, those of the kind beside those of all kinds;
/// what is nil is left out, and what is absent is read as the default. A date is coded by the
/// encoder's strategy: the default keeps every bit, `.iso8601` whole seconds.
public protocol NurseryEntry: Entity, Codable {
  /// Which kind it is.
  static var entryKind: EntryKind { get }

  /// The child; nil for an entry without one.
  var baby: UUID? { get set }
  /// When it began or was; decides day and order.
  var date: Date { get }
  /// When it ended; nil for a moment, and while it runs.
  var end: Date? { get }
  /// Whether it has begun and not ended.
  var isInProgress: Bool { get }
  /// The day that it is told for, when no time of day is known; nil for an instant.
  var toldDay: CivilDay? { get }
  /// Which of its kind, such as `weight` of the measurements; empty for kinds without such.
  ///
  /// The last entry of each type is found at once.
  var type: String { get }
  /// What it is called, such as the name of a medication; nil for kinds without names.
  var title: String? { get }
  /// Free text; hashtags are read from it by `Hashtags`.
  var memo: String? { get set }
  /// Names of the source's tags, in order; apart from the hashtags of the memo.
  var tags: [String] { get set }
  /// The row it was imported from.
  var source: SourceReference? { get set }
  /// What the app that it came from keeps of how it was written down; nil for one made here.
  var provenance: Provenance? { get set }
  /// Whether it is deleted; the rest is kept so that it can be restored.
  var isDeleted: Bool { get set }
  /// What is fed or pumped.
  var volume: Amount? { get }
  /// The amounts that `volume` is the sum of, as they were typed, for the totals of its day.
  var volumes: [Amount] { get }
  /// Counts the entry in the sums of the day on which it begins, apart from the time that it takes.
  ///
  /// - Parameter sign: 1 to count it, -1 to take it out again.
  func count(in totals: inout DayTotals, _ sign: Int64)
  /// The row that the history shows.
  var historyEntry: HistoryEntry { get }

  /// The event that writes an entry down.
  static func recorded(_ entry: Self) -> Event
  /// The event that changes an entry; nil when nothing differs.
  static func amended(from old: Self, to new: Self) -> Event?
  /// The event that deletes an entry.
  static var deleted: Event { get }
  /// The event that brings a deleted entry back.
  static var restored: Event { get }
}

extension NurseryEntry {
  // The operations of `Draft` look whether there is one; devices write events in any order.
  public static var takesEventsBeforeCreation: Bool { true }

  public var end: Date? { nil }
  public var isInProgress: Bool { false }
  public var toldDay: CivilDay? { nil }
  public var type: String { "" }
  public var title: String? { nil }
  public var volume: Amount? { nil }
  public var volumes: [Amount] { volume.map { [$0] } ?? [] }
  public func count(in totals: inout DayTotals, _ sign: Int64) {
    totals.add(KindTotals(of: self), sign)
  }

  /// Every time that it tells, the one after which the next dose may be given included.
  package var times: [Date] {
    let next: Date? = if case .medication(let dose) = historyEntry { dose.nextDose } else { nil }
    return [date, end, next].compactMap(\.self)
  }

  /// Every tag: the hashtags of the memo, then the names of the source's tags, each once.
  ///
  /// Without the leading `#`, in the first spelling; the case of letters makes no difference.
  public var allTags: [String] {
    if tags.isEmpty { return memo == nil ? [] : Hashtags.all(in: memo) }
    var seen: Set<String> = []
    return (Hashtags.all(in: memo) + tags.map(Hashtags.name)).filter {
      !$0.isEmpty && seen.insert($0.lowercased()).inserted
    }
  }

  /// The pictures of the entry that are files of the store. No two are equal.
  public var attachments: [Attachment] {
    get { provenance?.attachments ?? [] }
    set {
      var names: Set<String> = []
      let told = (provenance ?? Provenance())
        .with(attachments: newValue.filter { names.insert($0.name).inserted })
      provenance = told.isEmpty ? nil : told
    }
  }

  /// Seconds from start to end; nil without an end, negative when the end was told before the
  /// start.
  public var durationSeconds: Double? { end.map { $0.timeIntervalSince(date) } }

  /// The same entry with source and deletion of another, which are not for edits.
  func withOrigin(of old: Self) -> Self {
    var entry = self
    entry.source = old.source
    entry.isDeleted = old.isDeleted
    return entry
  }

  /// The logical day that it belongs to.
  func day(_ calendar: DayCalendar) -> CivilDay { toldDay ?? calendar.day(of: date) }
}

/// An entry that takes time: it may be started now and finished later.
///
/// At most one of a kind should run for a baby. Two devices may each start one: then the one that
/// began last is the running one, and the others are listed as conflicts.
public protocol TimedEntry: NurseryEntry {
  /// When it began.
  var start: Date { get set }
  /// When it ended; nil while it runs.
  var end: Date? { get set }

  /// The event that begins an entry.
  static func started(_ entry: Self) -> Event
  /// The event that ends a running entry.
  static func finished(from old: Self, to new: Self) -> Event
  /// The event that takes back a running entry.
  static var cancelled: Event { get }
}

extension TimedEntry {
  public var date: Date { start }
  public var isInProgress: Bool { end == nil }
}
