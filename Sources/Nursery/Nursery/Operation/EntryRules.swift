public import Daybook

/// What a person may not enter.
///
/// Baby Buddy's rules for new rows, with these differences:
/// - a negative amount, dosage or value is refused; Baby Buddy takes it;
/// - a name of nothing but white space is refused, such as that of a medication, and one of more
///   than 200 bytes of UTF-8, as is a sign or a tag; Baby Buddy takes 255 characters of a name. A
///   memo may be of any length, with its hashtags;
/// - an entry without an end is one that runs, and a pumping session may lack its amount; Baby
///   Buddy has neither;
/// - every text is a content, a route or a colour, because other programs have more of them;
/// - an edit is refused for what it makes wrong, and not for what was wrong before;
/// - two babies may have one name, and deleting a baby leaves its entries.
///
/// As in Baby Buddy nothing is said about times before birth, feeds during sleep, odd pairs of
/// content and route, or several weights of one day. Imports keep what they find.
///
/// Every operation that writes an entry or a profile goes by rules. One that is given none goes by
/// those of the store's clock, by which entries may overlap, as in BabyDashboard.
public struct EntryRules: Sendable {
  /// The longest time that an entry may take, in seconds: 24 hours.
  public static let longestSeconds: Double = 86_400
  /// The most bytes of UTF-8 that a name may have which somebody gives: that of a baby, a
  /// medication, a type of events, an item of a checklist or a timer. A sign and a tag have as many
  /// at most.
  public static let longestName = 200
  /// The times that there can be: those of the years 1900 to 2199 in UTC.
  public static let times =
    Date(timeIntervalSince1970: -2_208_988_800)..<Date(timeIntervalSince1970: 7_258_118_400)

  /// The time by the clock of whoever enters it.
  public var now: Date
  /// The calendar day then and there: the last one that a measurement without a time can be of.
  public var today: CivilDay
  /// Seconds by which a clock may be ahead: nothing counts as future before that.
  public var clockTolerance: Double
  /// Whether two entries of a kind and baby must not overlap.
  public var refusesOverlaps: Bool

  /// Those by which nothing is refused, for what another program recorded.
  public static let imports: EntryRules = {
    var rules = EntryRules(now: .distantFuture)
    rules.refusesNothing = true
    return rules
  }()

  private(set) var refusesNothing = false

  /// The rules at a time.
  ///
  /// - Parameters:
  ///   - now: the time by the clock of whoever enters it.
  ///   - today: the calendar day of the zone; nil for the latest that any zone has then.
  ///   - clockTolerance: seconds by which a clock may be ahead.
  ///   - refusesOverlaps: whether two entries of a kind and baby must not overlap.
  public init(
    now: Date, today: CivilDay? = nil, clockTolerance: Double = 0, refusesOverlaps: Bool = true
  ) {
    self.now = now
    self.today = today ?? Self.latestDay(now)
    self.clockTolerance = clockTolerance
    self.refusesOverlaps = refusesOverlaps
  }

  /// Everything that is wrong with an entry by itself, whatever else is in the store.
  ///
  /// No start may be in the future but that of a note, and no end but that of a feed or of pumping.
  public func problems(of entry: some NurseryEntry) -> [EntryProblem] {
    if refusesNothing { return [] }
    if let problem = Self.problem(of: entry.times) { return [problem] }
    var problems = problems(ofTimes: entry)
    problems += numbers(of: entry).compactMap {
      $0.isFinite ? $0 < 0 ? .negative : nil : .notFinite
    }
    if let name = entry.title, let problem = Self.problem(ofName: name) { problems.append(problem) }
    if case .customEvent(let event) = entry.historyEntry,
      let problem = Self.problem(ofLength: event.details.emoji, EntryProblem.signTooLong)
    {
      problems.append(problem)
    }
    problems += entry.tags.compactMap {
      Self.problem(ofLength: Hashtags.name($0), EntryProblem.tagTooLong)
    }
    return problems
  }

  /// Everything that is wrong with a profile by itself.
  ///
  /// The next feed must be due within a day, and a baby must have been born by now. A date of birth
  /// that is no ISO date is taken as it is told.
  public func problems(of profile: BabyProfile) -> [EntryProblem] {
    if refusesNothing { return [] }
    var problems: [EntryProblem] = []
    if let problem = Self.problem(ofName: profile.name) { problems.append(problem) }
    let birth = profile.birthDate.flatMap { CivilDay($0) }
    let problem = Self.problem(of: [profile.createdAt, birth?.noonUTC].compactMap(\.self))
    problems += [profile.feedTerm.isFinite ? problem : .notFinite].compactMap(\.self)
    if profile.feedTerm.isFinite {
      if profile.feedTerm < 0 { problems.append(.negative) }
      if profile.feedTerm > Self.longestSeconds {
        problems.append(.feedTermTooLong(seconds: profile.feedTerm))
      }
    }
    if let day = birth, day > today {
      problems.append(.dayInFuture(day))
    }
    return problems
  }

  /// What is wrong with times, whatever they are of. Everything that is written down with a time
  /// asks here, and so do imports.
  package static func problem(of dates: [Date]) -> EntryProblem? {
    guard dates.allSatisfy(\.timeIntervalSinceReferenceDate.isFinite) else { return .notFinite }
    return dates.allSatisfy(times.contains) ? nil : .farOff
  }

  /// What is wrong with a name: nothing is there but white space, or it is too long.
  static func problem(ofName name: String) -> EntryProblem? {
    guard name.contains(where: { !$0.isWhitespace }) else { return .emptyName }
    return problem(ofLength: name)
  }

  /// What is wrong with the length of a name, or of a sign or a tag.
  ///
  /// - Parameter problem: says so, by how many bytes it has.
  static func problem(
    ofLength text: String, _ problem: (Int) -> EntryProblem = EntryProblem.nameTooLong
  ) -> EntryProblem? {
    let count = text.utf8.count
    return count > longestName ? problem(count) : nil
  }

  /// Makes sure that a name, or a sign, which somebody gives is not too long.
  ///
  /// - Throws: `NurseryError.invalid`.
  static func checkLength(
    of text: String, _ problem: (Int) -> EntryProblem = EntryProblem.nameTooLong
  ) throws {
    if let found = Self.problem(ofLength: text, problem) { throw NurseryError.invalid([found]) }
  }

  /// What is wrong with something that begins then.
  func problems(ofStart start: Date) -> [EntryProblem] {
    if let problem = Self.problem(of: [start]) { return [problem] }
    return isFuture(start) ? [.inFuture(start)] : []
  }

  private func problems(ofTimes entry: some NurseryEntry) -> [EntryProblem] {
    var problems: [EntryProblem] = []
    let kind = type(of: entry).entryKind
    if let end = entry.end {
      let seconds = end.timeIntervalSince(entry.date)
      if seconds < 0 { problems.append(.endBeforeStart) }
      if seconds > Self.longestSeconds { problems.append(.tooLong(seconds: seconds)) }
    }
    if let day = entry.toldDay {
      if day > today { problems.append(.dayInFuture(day)) }
    } else if kind != .note, isFuture(entry.date) {
      problems.append(.inFuture(entry.date))
    }
    if let end = entry.end, kind == .sleep || kind == .activity, isFuture(end) {
      problems.append(.inFuture(end))
    }
    return problems
  }

  private func isFuture(_ date: Date) -> Bool { date > now.addingTimeInterval(clockTolerance) }

  /// The numbers of an entry that must not be negative.
  private func numbers(of entry: some NurseryEntry) -> [Double] {
    switch entry.historyEntry {
    case .feed(let feed): [feed.amount?.value].compactMap(\.self)
    case .diaper(let change): [change.amount].compactMap(\.self)
    case .pumping(let pumping):
      [pumping.details.amount, pumping.details.left, pumping.details.right].compactMap { $0?.value }
    case .measurement(let measurement): [measurement.details.value]
    case .medication(let dose):
      [dose.details.dosage?.value, dose.details.nextDoseInterval].compactMap(\.self)
    default: []
    }
  }

  /// The calendar day where it is latest: 14 hours ahead of UTC, in the Line Islands.
  private static func latestDay(_ now: Date) -> CivilDay {
    let days = ((now.timeIntervalSince1970 + 14 * 3600) / 86_400).rounded(.down)
    return CivilDay(daysSince1970: Int32(exactly: days) ?? .max)
  }
}
