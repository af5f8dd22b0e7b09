public import Daybook
public import NurseryWidget

/// What the feed tile of one baby is made of: plain values, from wherever they come.
public struct FeedTileSnapshot: Equatable, Sendable, Codable {
  /// A feed that has ended.
  public struct Finished: Equatable, Sendable, Codable {
    /// When it began.
    public var start: Date
    /// When it ended.
    public var end: Date
    /// How much; nil when nobody said.
    public var amount: Amount?
    /// The sign of its type, such as that of `FeedType`; nil stands for formula.
    public var emoji: String?

    /// Describes a feed.
    public init(start: Date, end: Date, amount: Amount? = nil, emoji: String? = nil) {
      self.start = start
      self.end = end
      self.amount = amount
      self.emoji = emoji
    }

    /// Seconds from start to end, negative when the end was told before the start.
    public var seconds: Double { end.timeIntervalSince(start) }
  }

  /// The finished feed with the greatest end.
  public var lastFinished: Finished?
  /// The start of the running feed.
  public var runningSince: Date?
  /// The start of the feed with the greatest start, running or not; for the widget alone.
  ///
  /// Nil means the later one of the two above. It is neither of them when a feed that began later
  /// ended earlier.
  public var newestStart: Date?
  /// Seconds between feeds.
  public var feedTerm: Double
  /// The unit of amounts.
  public var preferredUnit: VolumeUnit

  /// Describes the feeds of a baby.
  public init(
    lastFinished: Finished? = nil, runningSince: Date? = nil, newestStart: Date? = nil,
    feedTerm: Double = WidgetStatus.standardFeedTerm, preferredUnit: VolumeUnit = .millilitre
  ) {
    self.lastFinished = lastFinished
    self.runningSince = runningSince
    self.newestStart = newestStart
    self.feedTerm = feedTerm
    self.preferredUnit = preferredUnit
  }

  /// The feed term that is reckoned with: at least one second, three hours when it is no number.
  var term: Double {
    feedTerm.isFinite ? max(1, feedTerm) : WidgetStatus.standardFeedTerm
  }

  /// What the baby's widget shows at `now`.
  ///
  /// It agrees with the tile when the newest feed is the one that the tile shows. The tile goes by
  /// the greatest end and the widget by the greatest start, so they differ when feeds overlap.
  public func widgetStatus(id: UUID, name: String, now: Date) -> WidgetStatus {
    WidgetStatus(
      id: id, name: name, feedTerm: feedTerm,
      lastStart: newestStart ?? [runningSince, lastFinished?.start].compactMap(\.self).max(),
      lastDuration: lastFinished?.seconds, isFeeding: runningSince != nil, now: now)
  }
}
