public import Daybook

/// What the feed tile of one baby shows at one time.
///
/// Progress counts from the start of a feed, not from its end.
public struct FeedTile: Hashable, Sendable, Codable {
  /// How long the running feed has taken, such as `1m 30s`; else how long ago the last one began,
  /// such as `2h 30m ago`; `--` when there is none.
  public let mainText: String
  /// How much of the feed term has passed since that start, not clipped: above 1 when the next feed
  /// is overdue, negative when the start is in the future, 0 when there is none.
  public let progress: Double
  /// How much of the feed term the running or the last feed takes, at most 1; nil when there is
  /// none.
  public let secondaryProgress: Double?
  /// How long the last feed took and how much it was, such as `in 15m • 120 ml`; empty while one
  /// runs, `No data` when there is none.
  public let footer: String
  /// The sign of the last feed's type; nil while a feed runs and when there is none.
  public let icon: String?
  /// Whether to warn: the feed term has passed since the last start, and no feed runs.
  public let isOverdue: Bool

  /// The tile of `snapshot` at `now`; O(1).
  public init(_ snapshot: FeedTileSnapshot, now: Date, language: TextLanguage = .english) {
    let (term, last) = (snapshot.term, snapshot.lastFinished)
    let running = snapshot.runningSince
    let elapsed = (running ?? last?.start).map(now.timeIntervalSince) ?? 0
    progress = (elapsed / term).isFinite ? elapsed / term : 0
    if running != nil {
      mainText = DurationText.withSeconds(elapsed, in: language)
      secondaryProgress = min(progress, 1)
    } else {
      mainText = last.map { RelativeTimeText.ago($0.start, now: now, in: language) } ?? "--"
      secondaryProgress = last.map { $0.seconds.isFinite ? min($0.seconds / term, 1) : 0 }
    }
    footer = running == nil ? Self.footer(snapshot, language) : ""
    icon = running == nil ? last.map { $0.emoji ?? FeedType.babyFormula.emoji } : nil
    isOverdue = running == nil && last != nil && elapsed >= term
  }

  private static func footer(_ snapshot: FeedTileSnapshot, _ language: TextLanguage) -> String {
    guard let last = snapshot.lastFinished else { return noData(language) }
    let duration = RelativeTimeText.took(last.seconds, in: language)
    guard let amount = last.amount else { return duration }
    let text = AmountText.text(amount, in: snapshot.preferredUnit).lowercased()
    return "\(duration) • \(text)"
  }

  static func noData(_ language: TextLanguage) -> String {
    language == .korean ? "데이터 없음" : "No data"
  }
}
