import Daybook

extension FeedSession {
  /// Applies one event; the last event in canonical order wins, property by property.
  ///
  /// Only the first creation counts, because another device's may come late. Edits of a deleted
  /// feed still apply under the deletion; edits of a feed that does not exist are ignored.
  public static func fold(_ state: inout FeedSession?, _ event: FeedEvent) throws {
    switch event {
    // `state == nil` would move whole feeds about: it is `==` of two of them, one of which is none.
    case .started(let feed), .recorded(let feed): if case .none = state { state = feed }
    case .finished(let patch):
      try patch.apply(to: &state)
      if state?.memo?.isEmpty == true, try patch.sets(8) { state?.memo = nil }
    case .amended(let patch): try patch.apply(to: &state)
    case .cancelled, .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  public static func recorded(_ entry: FeedSession) -> FeedEvent { .recorded(entry) }

  /// Begins the feed, with what is known of it by then.
  public static func started(_ entry: FeedSession) -> FeedEvent {
    .started(
      FeedSession(
        baby: entry.baby, start: entry.start, content: entry.content, route: entry.route))
  }

  /// Ends the feed, with amount, content, route and memo; the rest is for an edit.
  public static func finished(from old: FeedSession, to new: FeedSession) -> FeedEvent {
    var (running, ended) = (old, old)
    running.end = nil
    ended.end = new.end ?? new.start
    ended.amount = new.amount ?? old.amount
    ended.content = new.content
    ended.route = new.route
    if new.memo != old.memo { ended.memo = new.memo ?? "" }
    return .finished(FieldPatch(from: running, to: ended))
  }

  public static func amended(from old: FeedSession, to new: FeedSession) -> FeedEvent? {
    let patch = FieldPatch(from: old, to: new.withOrigin(of: old))
    return patch.isEmpty ? nil : .amended(patch)
  }

  public static var cancelled: FeedEvent { .cancelled }
  public static var deleted: FeedEvent { .deleted }
  public static var restored: FeedEvent { .restored }
}
