public import Daybook

extension StoreReading where Self: ~Copyable & ~Escapable {
  /// What the feed tile of a baby is made of; nil when there is no such baby.
  ///
  /// A few searches, O(log n). The schema must have `LastEntries`.
  ///
  /// - Parameter unit: of the amounts that the tile shows.
  /// - Throws: as `view`.
  public func feedTile(
    of baby: UUID, in unit: VolumeUnit = .millilitre
  ) throws -> FeedTileSnapshot? {
    guard let profile = try entity(BabyProfile.self, baby) else { return nil }
    let last = try view(LastEntries.self)
    let finished = try last.lastFinishedFeed(of: baby).flatMap { try entity(FeedSession.self, $0) }
    let running = try last.runningFeeds(of: baby).last.flatMap { try entity(FeedSession.self, $0) }
    let newest = try last.lastFeed(of: baby).flatMap { try entity(FeedSession.self, $0) }
    return FeedTileSnapshot(
      lastFinished: finished.flatMap { feed in
        feed.end.map {
          .init(
            start: feed.start, end: $0, amount: feed.amount, emoji: feed.feedType?.emoji)
        }
      },
      runningSince: running?.start, newestStart: newest?.start, feedTerm: profile.feedTerm,
      preferredUnit: unit)
  }

  /// What the diaper tile of a baby is made of.
  ///
  /// - Parameters:
  ///   - zone: of the time that the tile shows.
  ///   - threshold: seconds after which to warn.
  /// - Throws: as `view`.
  public func diaperTile(
    of baby: UUID, in zone: TimeZone, threshold: Double = 3600
  ) throws -> DiaperTileSnapshot {
    let last = try view(LastEntries.self).lastDiaper(of: baby)
      .flatMap { try entity(DiaperChange.self, $0) }
    return DiaperTileSnapshot(lastChange: last?.time, threshold: threshold, zone: zone)
  }
}
