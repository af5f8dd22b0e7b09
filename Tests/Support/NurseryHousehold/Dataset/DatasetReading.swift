public import Daybook
public import Nursery

/// The readings that are measured, each in a snapshot of its own. Each says how much it found, so
/// that none is optimised away.
public enum DatasetReading {
  /// What a first screen shows: the profiles, each baby's last feed, a week.
  public static func firstView(_ store: EventStore) throws -> Int {
    try store.read { reader in
      let last = try reader.view(LastEntries.self)
      for baby in try reader.view(CurrentProfiles.self).all() {
        _ = try last.lastFeed(of: baby.id)
      }
      return try reader.view(HistoryGroups.self).days(limit: 7).count
    }
  }

  /// The newest fifty entries of the history by day: how many feeds.
  public static func dayPage(_ store: EventStore) throws -> Int {
    try store.read { reader in
      var (feeds, left) = (0, 50)
      try reader.view(HistoryGroups.self).forEach(HistoryGroups.entries, reversed: true) {
        _, entry in
        if case .feed = entry { feeds += 1 }
        left -= 1
        return left > 0
      }
      return feeds
    }
  }

  /// The keys of all days' totals.
  public static func totalKeys(_ store: EventStore) throws -> [DayBabyKey] {
    try store.read { try $0.view(HistoryGroups.self).rows(HistoryGroups.totals) }.map(\.key)
  }

  /// A day's totals of a baby: how many entries.
  public static func totals(_ store: EventStore, at key: DayBabyKey) throws -> Int {
    try store.read { reader in
      let row = try reader.view(HistoryGroups.self).row(HistoryGroups.totals, key)
      return row.map { Int($0.feedCount + $0.diaperCount) } ?? 0
    }
  }

  /// How many entries have a word, by the view of words.
  public static func entriesWithWord(_ store: EventStore) throws -> Int {
    let query = EntryWords.query(EntryWords.words).where("reflux")
    return try store.read { try $0.view(EntryWords.self).count(query) }
  }

  /// How many events there are of one type, by the index of the log.
  public static func eventsOfType(_ store: EventStore) throws -> Int {
    try store.read { reader in
      var count = 0
      try reader.forEachEvent(of: FeedSession.self, named: "feed.amended") { _ in
        count += 1
        return true
      }
      return count
    }
  }
}
