public import Daybook

/// The last entry of each kind and type, the last feed with an amount, what runs, and what ended
/// last, of each baby.
///
/// Last is: greatest start, then greatest end (a running entry is least), then greatest identifier,
/// which of time-ordered identifiers is the one that was made last. Derived from the log, so it
/// follows edits, deletions and imports. An amount of 0 is an amount.
public struct LastEntries: Projection {
  public static let name = "nursery.lastEntries"
  public static let revision = 4
  /// Every entry of each kind, baby and type; the last row of these is the last entry.
  public static let entries = ViewTable<LastKey, Empty>("entries", at: 0)
  /// Feeds that have an amount.
  public static let amounts = ViewTable<LastKey, LastFeedAmount>("amounts", at: 1)
  /// Entries that have not ended.
  public static let running = ViewTable<LastKey, Empty>("running", at: 2)
  /// Entries that have ended.
  public static let finished = ViewTable<FinishedKey, Empty>("finished", at: 3)
  /// Entries that took longer than `EntryRules.longestSeconds`.
  public static let long = ViewTable<LastKey, Empty>("long", at: 4)
  public static let tables: [any AnyViewTable] = [entries, amounts, running, finished, long]

  /// Makes the projection; it has no parameters.
  public init() {}

  public func register(_ handlers: inout ChangeHandlers) {
    handlers.on(FeedSession.self) { change, rows in
      try Self.updateTimed(change, &rows)
      try rows.replace(Self.amounts, change) { feed in
        feed.state.amount.map {
          (LastKey(feed), LastFeedAmount(amount: $0, modified: feed.modified))
        }
      }
    }
    handlers.on(DiaperChange.self) { change, rows in try Self.update(change, &rows) }
    handlers.on(SleepSession.self) { change, rows in try Self.updateTimed(change, &rows) }
    handlers.on(PumpingSession.self) { change, rows in try Self.updateTimed(change, &rows) }
    handlers.on(ActivitySession.self) { change, rows in try Self.updateTimed(change, &rows) }
    handlers.on(BodyMeasurement.self) { change, rows in try Self.update(change, &rows) }
    handlers.on(MedicationDose.self) { change, rows in try Self.update(change, &rows) }
    handlers.on(Note.self) { change, rows in try Self.update(change, &rows) }
    handlers.on(CustomEvent.self) { change, rows in try Self.update(change, &rows) }
  }

  private static func update<E: NurseryEntry>(
    _ change: EntityChange<E>, _ rows: inout Rows
  ) throws {
    try rows.replace(entries, change) { (LastKey($0), Empty()) }
    if isLong(change.old) || isLong(change.new) {
      try rows.replace(long, change) { isLong($0) ? (LastKey($0), Empty()) : nil }
    }
  }

  private static func updateTimed<E: TimedEntry>(
    _ change: EntityChange<E>, _ rows: inout Rows
  ) throws {
    try update(change, &rows)
    try rows.replace(running, change) {
      $0.state.isInProgress ? (LastKey($0), Empty()) : nil
    }
    try rows.replace(finished, change) { entry in
      FinishedKey(entry).map { ($0, Empty()) }
    }
  }

  private static func isLong<E: NurseryEntry>(_ entry: Stamped<E>?) -> Bool {
    guard let entry, let end = entry.state.end else { return false }
    return end.timeIntervalSince(entry.state.date) > EntryRules.longestSeconds
  }
}
