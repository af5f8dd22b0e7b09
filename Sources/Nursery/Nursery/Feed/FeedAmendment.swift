public import Daybook

/// A change of some properties of a feed; what it does not name stays.
public struct FeedAmendment: Amendment {
  /// The child.
  public var baby: Edit<UUID> = .keep
  /// The new start; nil keeps the old one.
  public var start: Date?
  /// The end; clearing it makes the feed run again.
  public var end: Edit<Date> = .keep
  /// The amount.
  public var amount: Edit<Amount> = .keep
  /// The new content; nil keeps the old one.
  public var content: FeedContent?
  /// The new route; nil keeps the old one.
  public var route: FeedRoute?
  /// BabyDashboard's feed type.
  public var typeText: Edit<String> = .keep
  /// The memo.
  public var memo: Edit<String> = .keep
  /// All tags; nil keeps the old ones.
  public var tags: [String]?

  /// An amendment that changes nothing.
  public init() {}

  /// The amendment that turns `old` into `new`, naming only what differs.
  ///
  /// The source and the deletion are not compared: they are not for amendments.
  public init(from old: FeedSession, to new: FeedSession) {
    baby = Edit(from: old.baby, to: new.baby)
    start = new.start == old.start ? nil : new.start
    end = Edit(from: old.end, to: new.end)
    amount = Edit(from: old.amount, to: new.amount)
    content = new.content == old.content ? nil : new.content
    route = new.route == old.route ? nil : new.route
    typeText = Edit(from: old.typeText, to: new.typeText)
    memo = Edit(from: old.memo, to: new.memo)
    tags = new.tags == old.tags ? nil : new.tags
  }

  public mutating func properties(_ property: inout some AmendmentCoding) throws {
    try property(1, &baby)
    try property(2, &start)
    try property(3, &end)
    try property(4, &amount)
    try property(5, &content)
    try property(6, &route)
    try property(7, &typeText)
    try property(8, &memo)
    try property(9, &tags)
  }
}
