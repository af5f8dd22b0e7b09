import Daybook
import Nursery

/// What the nursery's folds do, for a store that knows no engine; nil when nothing is to be done.
enum PeerFold {
  static func feed(_ old: FeedSession?, _ event: FeedEvent) throws -> FeedSession? {
    switch event {
    case .recorded(let feed), .started(let feed): return feed
    default: break
    }
    guard var feed = old else { return nil }
    switch event {
    case .finished(let patch), .amended(let patch): try patch.apply(to: &feed)
    case .cancelled, .deleted: feed.isDeleted = true
    default: feed.isDeleted = false
    }
    return feed
  }

  static func diaper(_ old: DiaperChange?, _ event: DiaperEvent) throws -> DiaperChange? {
    if case .recorded(let diaper) = event { return diaper }
    guard var diaper = old else { return nil }
    switch event {
    case .amended(let patch): try patch.apply(to: &diaper)
    case .deleted: diaper.isDeleted = true
    default: diaper.isDeleted = false
    }
    return diaper
  }
}
