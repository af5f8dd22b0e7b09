#if Peers
import Daybook
import Nursery

/// What the nursery's folds do, for a store that knows no engine; nil when nothing is to be done.
enum PeerFold {
  static func feed(_ old: FeedSession?, _ event: FeedEvent) -> FeedSession? {
    switch event {
    case .recorded(let session): return session
    case .started(let started): return started.session
    default: break
    }
    guard var feed = old else { return nil }
    switch event {
    case .finished(let finished):
      feed.end = finished.end
      feed.amount = finished.amount ?? feed.amount
      feed.content = finished.content ?? feed.content
      feed.route = finished.route ?? feed.route
      feed.memo = finished.memo ?? feed.memo
    case .amended(let amendment): amend(&feed, amendment)
    case .cancelled, .deleted: feed.isDeleted = true
    default: feed.isDeleted = false
    }
    return feed
  }

  static func diaper(_ old: DiaperChange?, _ event: DiaperEvent) -> DiaperChange? {
    if case .recorded(let diaper) = event { return diaper }
    guard var diaper = old else { return nil }
    switch event {
    case .amended(let amendment): amend(&diaper, amendment)
    case .deleted: diaper.isDeleted = true
    default: diaper.isDeleted = false
    }
    return diaper
  }

  private static func amend(_ feed: inout FeedSession, _ amendment: FeedAmendment) {
    amendment.baby.apply(to: &feed.baby)
    feed.start = amendment.start ?? feed.start
    amendment.end.apply(to: &feed.end)
    amendment.amount.apply(to: &feed.amount)
    feed.content = amendment.content ?? feed.content
    feed.route = amendment.route ?? feed.route
    amendment.memo.apply(to: &feed.memo)
    feed.tags = amendment.tags ?? feed.tags
  }

  private static func amend(_ diaper: inout DiaperChange, _ amendment: DiaperAmendment) {
    amendment.baby.apply(to: &diaper.baby)
    diaper.time = amendment.time ?? diaper.time
    diaper.wet = amendment.wet ?? diaper.wet
    diaper.solid = amendment.solid ?? diaper.solid
    amendment.color.apply(to: &diaper.color)
    amendment.amount.apply(to: &diaper.amount)
    amendment.memo.apply(to: &diaper.memo)
    diaper.tags = amendment.tags ?? diaper.tags
  }
}
#endif
