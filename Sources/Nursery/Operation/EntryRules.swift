public import Daybook

/// What a person may not enter.
///
/// Baby Buddy's rules for new rows, and some of its gaps closed; imports keep what they find and
/// list the same problems as warnings.
public struct EntryRules: Sendable {
  /// The longest time that an entry may take, in seconds: 24 hours.
  public static let longestSeconds: Double = 86_400

  /// The time by the clock of whoever enters it.
  public var now: Date
  /// Seconds by which a clock may be ahead: nothing counts as future before that.
  public var clockTolerance: Double
  /// Whether two entries of a kind and baby must not overlap.
  public var refusesOverlaps: Bool

  /// The rules at a time.
  public init(now: Date, clockTolerance: Double = 0, refusesOverlaps: Bool = true) {
    self.now = now
    self.clockTolerance = clockTolerance
    self.refusesOverlaps = refusesOverlaps
  }

  /// Everything that is wrong with an entry by itself, whatever else is in the store.
  public func problems(of entry: some NurseryEntry) -> [EntryProblem] {
    var problems: [EntryProblem] = []
    let latest = now.addingTimeInterval(clockTolerance)
    guard isFinite(entry.date), entry.end.map(isFinite) != false else { return [.notFinite] }
    if let end = entry.end {
      let seconds = end.timeIntervalSince(entry.date)
      if seconds < 0 { problems.append(.endBeforeStart) }
      if seconds > Self.longestSeconds { problems.append(.tooLong(seconds: seconds)) }
    }
    if type(of: entry).entryKind != .note, entry.toldDay == nil {
      if entry.date > latest { problems.append(.inFuture(entry.date)) }
      if let end = entry.end, [.sleep, .activity].contains(type(of: entry).entryKind), end > latest
      {
        problems.append(.inFuture(end))
      }
    }
    problems += numbers(of: entry).compactMap {
      $0.isFinite ? $0 < 0 ? .negative : nil : .notFinite
    }
    if entry.title?.contains(where: { !$0.isWhitespace }) == false { problems.append(.emptyName) }
    return problems
  }

  private func isFinite(_ date: Date) -> Bool { date.timeIntervalSinceReferenceDate.isFinite }

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
}

/// One thing that is wrong with an entry.
public enum EntryProblem: Equatable, Sendable, CustomStringConvertible {
  /// It ends before it starts.
  case endBeforeStart
  /// It takes longer than a day.
  case tooLong(seconds: Double)
  /// A time is in the future.
  case inFuture(Date)
  /// A time or number is infinite or not a number.
  case notFinite
  /// A number is negative.
  case negative
  /// A name is empty.
  case emptyName
  /// There never was such a baby here.
  case unknownBaby(UUID)
  /// The baby is deleted.
  case deletedBaby(UUID)
  /// There is an entry with that identifier, or was.
  case idInUse(UUID)
  /// Another entry of the kind and baby has a part of the same time.
  case overlaps(UUID)

  public var description: String {
    switch self {
    case .endBeforeStart: "it ends before it starts; check both times"
    case .tooLong(let seconds):
      "it takes \(Int((seconds / 3600).rounded(.down))) hours; an entry takes 24 at most"
    case .inFuture(let date): "its time \(date.description) is in the future; check the date"
    case .notFinite: "a time or number is not finite; give another"
    case .negative: "a number is negative; give 0 or more"
    case .emptyName: "the name is empty; give one"
    case .unknownBaby(let id): "there is no baby \(id); add it first"
    case .deletedBaby(let id): "baby \(id) is deleted; restore it first"
    case .idInUse(let id): "there is an entry \(id) already; take another identifier"
    case .overlaps(let id): "entry \(id) has a part of the same time; change one of both"
    }
  }
}
