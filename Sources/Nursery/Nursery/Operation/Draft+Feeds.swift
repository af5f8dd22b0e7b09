public import Daybook

extension Draft {
  /// Starts a feed. A running one of the same baby is cancelled in the same transaction; it stays
  /// in the log and comes back by undo.
  ///
  /// - Returns: those that were cancelled.
  /// - Throws: as `start`.
  @discardableResult
  public mutating func startFeed(
    _ id: UUID, of baby: UUID, at start: Date, content: FeedContent = .unknown,
    route: FeedRoute = .unknown, rules: EntryRules? = nil
  ) throws -> [UUID] {
    try self.start(
      id, FeedSession(baby: baby, start: start, content: content, route: route), rules: rules)
  }

  /// Starts a feed of one of BabyDashboard's types; see `startFeed(_:of:at:content:route:)`.
  @discardableResult
  public mutating func startFeed(
    _ id: UUID, of baby: UUID, at start: Date, type: FeedType, rules: EntryRules? = nil
  ) throws -> [UUID] {
    try startFeed(
      id, of: baby, at: start, content: type.content, route: type.route, rules: rules)
  }

  /// Ends the running feed of a baby and returns it. An empty memo counts as none.
  ///
  /// - Throws: as `finish`.
  @discardableResult
  public mutating func finishFeed(
    of baby: UUID, at end: Date, amount: Amount? = nil, content: FeedContent? = nil,
    route: FeedRoute? = nil, memo: String? = nil, rules: EntryRules? = nil
  ) throws -> (id: UUID, entry: FeedSession) {
    try finish(FeedSession.self, of: baby, at: end, rules: rules) { feed in
      feed.amount = amount ?? feed.amount
      feed.content = content ?? feed.content
      feed.route = route ?? feed.route
      feed.memo = memo ?? feed.memo
    }
  }

  /// Ends the running feed as one of BabyDashboard's types; see
  /// `finishFeed(of:at:amount:content:route:memo:rules:)`.
  ///
  /// What was told at the start in more words stays when it is of that type, such as the side of
  /// the breast, or a fortifier in the milk.
  @discardableResult
  public mutating func finishFeed(
    of baby: UUID, at end: Date, type: FeedType, amount: Amount? = nil, memo: String? = nil,
    rules: EntryRules? = nil
  ) throws -> (id: UUID, entry: FeedSession) {
    try finish(FeedSession.self, of: baby, at: end, rules: rules) { feed in
      feed.amount = amount ?? feed.amount
      feed.refine(to: type)
      feed.memo = memo ?? feed.memo
    }
  }

  /// Cancels the running feed of a baby; false when there is none.
  @discardableResult
  public mutating func cancelFeed(of baby: UUID) throws -> Bool {
    try cancel(FeedSession.self, of: baby) != nil
  }
}
