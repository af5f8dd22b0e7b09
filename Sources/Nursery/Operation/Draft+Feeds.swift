public import Daybook

extension Draft {
  /// Starts a feed. A running one of the same baby is cancelled in the same transaction; it stays
  /// in the log and comes back by undo.
  public mutating func startFeed(
    _ id: UUID, of baby: UUID, at start: Date, content: FeedContent = .unknown,
    route: FeedRoute = .unknown
  ) throws {
    for running in try view(LastEntries.self).runningFeeds(of: baby) {
      try append(FeedEvent.cancelled, to: running)
    }
    try append(
      FeedEvent.started(FeedStarted(baby: baby, start: start, content: content, route: route)),
      to: id)
  }

  /// Ends the running feed of a baby and returns it. An empty memo counts as none.
  ///
  /// - Throws: `NurseryError.noFeedInProgress`.
  @discardableResult
  public mutating func finishFeed(
    of baby: UUID, at end: Date, amount: Amount? = nil, content: FeedContent? = nil,
    route: FeedRoute? = nil, memo: String? = nil
  ) throws -> UUID {
    guard let id = try view(LastEntries.self).runningFeeds(of: baby).last else {
      throw NurseryError.noFeedInProgress(baby: baby)
    }
    try append(
      FeedEvent.finished(
        FeedFinished(end: end, amount: amount, content: content, route: route, memo: memo)),
      to: id)
    return id
  }

  /// Cancels the running feed of a baby; false when there is none.
  @discardableResult
  public mutating func cancelFeed(of baby: UUID) throws -> Bool {
    guard let id = try view(LastEntries.self).runningFeeds(of: baby).last else {
      return false
    }
    try append(FeedEvent.cancelled, to: id)
    return true
  }

  /// Writes down a whole feed.
  public mutating func logFeed(_ id: UUID, _ feed: FeedSession) throws {
    try append(FeedEvent.recorded(feed), to: id)
  }

  /// Changes a feed. Only the properties that differ are written; no difference writes nothing.
  ///
  /// - Throws: `NurseryError.noSuchEntry`.
  public mutating func editFeed(_ id: UUID, _ body: (inout FeedSession) throws -> Void) throws {
    guard let old = try entity(FeedSession.self, id) else { throw NurseryError.noSuchEntry(id) }
    var new = old
    try body(&new)
    let amendment = FeedAmendment(from: old, to: new)
    if !amendment.isEmpty { try append(FeedEvent.amended(amendment), to: id) }
  }

  /// Deletes a feed; `restoreFeed` brings it back.
  ///
  /// - Throws: `NurseryError.noSuchEntry`.
  public mutating func deleteFeed(_ id: UUID) throws {
    guard try entity(FeedSession.self, id) != nil else { throw NurseryError.noSuchEntry(id) }
    try append(FeedEvent.deleted, to: id)
  }

  /// Brings a deleted or cancelled feed back with everything it had.
  public mutating func restoreFeed(_ id: UUID) throws {
    try append(FeedEvent.restored, to: id)
  }
}
