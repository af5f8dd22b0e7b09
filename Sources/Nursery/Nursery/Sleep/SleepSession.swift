public import Daybook

/// One sleep, running or finished.
public typealias SleepSession = Entry<SleepDetails>

/// What is told of a sleep.
public struct SleepDetails: TimedDetails, Hashable {
  public static let kindName = "sleep"
  public static let entryKind = EntryKind.sleep
  public static let propertyNames = [8: "nap"]

  /// Whether it counts as a nap; nil when nobody said: see `isNap`.
  public var nap: Bool?

  /// Details of which nothing is told.
  public init() {}

  /// Tells what is known.
  @_disfavoredOverload
  public init(nap: Bool? = nil) {
    self.nap = nap
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(8, &nap)
  }

  public static func historyEntry(_ entry: SleepSession) -> HistoryEntry { .sleep(entry) }
}

extension Entry where Details == SleepDetails {
  /// Whether it is a nap, by what was told or by the hour at which it began.
  ///
  /// When nobody said: one that begins from 06:00:00 to 18:00:00, both included, by the clock of
  /// the zone. That is Baby Buddy's rule.
  public func isNap(_ calendar: DayCalendar) -> Bool {
    details.nap ?? (6 * 3600...18 * 3600).contains(calendar.secondsOfDay(of: start))
  }
}
