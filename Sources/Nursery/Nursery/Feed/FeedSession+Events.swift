internal import Daybook

extension FeedSession {
  public static func recorded(_ entry: FeedSession) -> FeedEvent { .recorded(entry) }

  /// Begins the feed; what the event has no room for is not written.
  public static func started(_ entry: FeedSession) -> FeedEvent {
    .started(
      FeedStarted(
        baby: entry.baby, start: entry.start, content: entry.content, route: entry.route))
  }

  /// Ends the feed. What the event has no room for is not written.
  public static func finished(from old: FeedSession, to new: FeedSession) -> FeedEvent {
    .finished(
      FeedFinished(
        end: new.end ?? new.start, amount: new.amount == old.amount ? nil : new.amount,
        content: new.content == old.content ? nil : new.content,
        route: new.route == old.route ? nil : new.route,
        memo: new.memo == old.memo ? nil : new.memo ?? ""))
  }

  public static func amended(from old: FeedSession, to new: FeedSession) -> FeedEvent? {
    let amendment = FeedAmendment(from: old, to: new)
    return amendment.isEmpty ? nil : .amended(amendment)
  }

  public static var cancelled: FeedEvent { .cancelled }
  public static var deleted: FeedEvent { .deleted }
  public static var restored: FeedEvent { .restored }
}
