public import Daybook

/// What the diaper tile of one baby is made of.
public struct DiaperTileSnapshot: Hashable, Sendable, Codable {
  /// When the last change was.
  public var lastChange: Date?
  /// Seconds after which to warn; at least one is reckoned with.
  public var threshold: Double
  /// The zone of the time that is shown.
  public var zone: TimeZone

  /// Describes the changes of a baby; without a threshold, one hour.
  public init(lastChange: Date?, threshold: Double = 3600, zone: TimeZone) {
    self.lastChange = lastChange
    self.threshold = threshold
    self.zone = zone
  }
}

/// What the diaper tile of one baby shows at one time.
public struct DiaperTile: Hashable, Sendable, Codable {
  /// How long ago the last change was, such as `30m ago`; `--` when there is none.
  public let mainText: String
  /// How much of the threshold has passed, at most 1, negative when the change is in the future; 0
  /// when there is none.
  public let progress: Double
  /// The time of the change on the clocks of the zone, such as `07:05`; `No data` when there is
  /// none.
  public let footer: String
  /// Whether to warn: the threshold has passed.
  public let isOverdue: Bool

  /// The tile of `snapshot` at `now`; O(1).
  public init(_ snapshot: DiaperTileSnapshot, now: Date, language: TextLanguage = .english) {
    guard let last = snapshot.lastChange else {
      mainText = "--"
      progress = 0
      footer = FeedTile.noData(language)
      isOverdue = false
      return
    }
    let threshold = snapshot.threshold.isFinite ? max(1, snapshot.threshold) : 3600
    let elapsed = now.timeIntervalSince(last)
    mainText = RelativeTimeText.ago(last, now: now, in: language)
    progress = elapsed.isFinite ? min(elapsed / threshold, 1) : 0
    footer = ClockText.hoursAndMinutes(of: last, in: snapshot.zone)
    isOverdue = elapsed >= threshold
  }
}
