public import Daybook

extension FeedSession {
  /// Applies one event; the last event in canonical order wins, property by property.
  ///
  /// Only the first creation counts, because another device's may come late. Edits of a deleted
  /// feed still apply under the deletion; edits of a feed that does not exist are ignored.
  public static func fold(
    _ state: inout FeedSession?, _ event: FeedEvent, _ context: EventContext
  ) {
    switch event {
    // `state == nil` would move whole feeds about: it is `==` of two of them, one of which is none.
    case .started(let started): if case .none = state { state = started.session }
    case .recorded(let session): if case .none = state { state = session }
    case .finished(let finished): state?.finish(finished)
    case .amended(let amendment): state?.amend(amendment)
    case .cancelled, .deleted: state?.isDeleted = true
    case .restored: state?.isDeleted = false
    }
  }

  private mutating func finish(_ finished: FeedFinished) {
    end = finished.end
    amount = finished.amount ?? amount
    content = finished.content ?? content
    route = finished.route ?? route
    if let text = finished.memo { memo = text.isEmpty ? nil : text }
  }

  private mutating func amend(_ amendment: FeedAmendment) {
    amendment.baby.apply(to: &baby)
    start = amendment.start ?? start
    amendment.end.apply(to: &end)
    amendment.amount.apply(to: &amount)
    content = amendment.content ?? content
    route = amendment.route ?? route
    amendment.typeText.apply(to: &typeText)
    amendment.memo.apply(to: &memo)
    tags = amendment.tags ?? tags
  }
}
