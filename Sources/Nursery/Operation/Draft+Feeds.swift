public import Daybook

extension Draft {
  /// Starts a feed. A running one of the same baby is cancelled in the same transaction; it stays
  /// in the log and comes back by undo.
  ///
  /// - Returns: those that were cancelled.
  @discardableResult
  public mutating func startFeed(
    _ id: UUID, of baby: UUID, at start: Date, content: FeedContent = .unknown,
    route: FeedRoute = .unknown
  ) throws -> [UUID] {
    try self.start(id, FeedSession(baby: baby, start: start, content: content, route: route))
  }

  /// Starts a feed of one of BabyDashboard's types; see `startFeed(_:of:at:content:route:)`.
  @discardableResult
  public mutating func startFeed(
    _ id: UUID, of baby: UUID, at start: Date, type: FeedType
  ) throws -> [UUID] {
    try startFeed(id, of: baby, at: start, content: type.content, route: type.route)
  }

  /// Ends the running feed of a baby and returns it. An empty memo counts as none.
  ///
  /// - Throws: `NurseryError.nothingInProgress`.
  @discardableResult
  public mutating func finishFeed(
    of baby: UUID, at end: Date, amount: Amount? = nil, content: FeedContent? = nil,
    route: FeedRoute? = nil, memo: String? = nil
  ) throws -> (id: UUID, entry: FeedSession) {
    try finish(FeedSession.self, of: baby, at: end) { feed in
      feed.amount = amount ?? feed.amount
      feed.content = content ?? feed.content
      feed.route = route ?? feed.route
      feed.memo = memo ?? feed.memo
    }
  }

  /// Ends the running feed as one of BabyDashboard's types; see
  /// `finishFeed(of:at:amount:content:route:memo:)`.
  @discardableResult
  public mutating func finishFeed(
    of baby: UUID, at end: Date, type: FeedType, amount: Amount? = nil, memo: String? = nil
  ) throws -> (id: UUID, entry: FeedSession) {
    try finishFeed(
      of: baby, at: end, amount: amount, content: type.content, route: type.route, memo: memo)
  }

  /// Cancels the running feed of a baby; false when there is none.
  @discardableResult
  public mutating func cancelFeed(of baby: UUID) throws -> Bool {
    try cancel(FeedSession.self, of: baby) != nil
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
