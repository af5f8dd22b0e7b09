public import Daybook

/// One feed, running or finished.
public struct FeedSession: TimedEntry, FieldPayload {
  public static let kind = "nursery.feed"
  public static let revision = 2
  public static let entryKind = EntryKind.feed

  /// The child; nil for a feed without one.
  public var baby: UUID?
  /// When it began, bit for bit as told.
  public var start = Date(timeIntervalSinceReferenceDate: 0)
  /// When it ended; nil while it runs.
  public var end: Date?
  /// How much, as typed; nil when nobody said, which is not zero.
  public var amount: Amount?
  /// What was fed.
  public var content = FeedContent.unknown
  /// How it was fed.
  public var route = FeedRoute.unknown
  /// BabyDashboard's feed type as it was found, even when it is not known.
  public var typeText: String?
  /// Free text; hashtags are read from it by `Hashtags`.
  public var memo: String?
  /// Names of the source's tags, in order; apart from the hashtags of the memo.
  public var tags: [String] = []
  /// The row it was imported from.
  public var source: SourceReference?
  /// Whether it is deleted or cancelled; the rest is kept so that it can be restored.
  public var isDeleted = false
  /// What the app that it came from keeps of how it was written down; nil for one made here.
  public var provenance: Provenance?

  /// Makes a feed without a start, for reading.
  public init() {}

  /// Makes a feed; only the start is required.
  public init(
    baby: UUID? = nil, start: Date, end: Date? = nil, amount: Amount? = nil,
    content: FeedContent = .unknown, route: FeedRoute = .unknown, typeText: String? = nil,
    memo: String? = nil, tags: [String] = [], source: SourceReference? = nil,
    isDeleted: Bool = false
  ) {
    self.baby = baby
    self.start = start
    self.end = end
    self.amount = amount
    self.content = content
    self.route = route
    self.typeText = typeText
    self.memo = memo
    self.tags = tags
    self.source = source
    self.isDeleted = isDeleted
  }

  public init(from reader: inout PayloadReader) throws {
    self.init()
    try read(&reader)
  }

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &baby)
    try field(2, &start)
    try field(3, &end)
    try field(4, &amount)
    try field(5, &content, unless: .unknown)
    try field(6, &route, unless: .unknown)
    try field(7, &typeText)
    try field(8, &memo)
    try field(9, &tags)
    try field(10, &source)
    try field(11, &isDeleted, unless: false)
    try field(12, &provenance)
  }

  public static let propertyNames = [
    1: "baby", 2: "start", 3: "end", 4: "amount", 5: "content", 6: "route", 7: "typeText",
    8: "memo", 9: "tags", 10: "source", 11: "isDeleted", 12: "provenance",
  ]

  public var volume: Amount? { amount }

  public func count(in totals: inout DayTotals, _ sign: Int64) {
    totals.feedCount &+= sign
    guard let amount else { return }
    totals.feedsWithAmount &+= sign
    if let nanolitres = amount.nanolitres {
      totals.feedNanolitres &+= sign &* nanolitres
    } else {
      totals.add(KindTotals(kind: .feed, unknownAmounts: UnitSums(amount)), sign)
    }
  }

  public var historyEntry: HistoryEntry { .feed(self) }

  /// The nearest BabyDashboard type of content and route.
  ///
  /// Setting it sets content, route and `typeText`; nil makes content and route unknown.
  public var feedType: FeedType? {
    get { FeedType(content: content, route: route) }
    set {
      content = newValue?.content ?? .unknown
      route = newValue?.route ?? .unknown
      typeText = newValue?.rawValue
    }
  }
}

extension FeedSession {
  public func encode(to encoder: any Encoder) throws {
    try encodeFields(to: encoder, names: Self.propertyNames)
  }

  /// Reads what `encode` wrote; what is absent is as a new one has it.
  public init(from decoder: any Decoder) throws {
    try self.init(fieldsFrom: decoder, names: Self.propertyNames, requiring: [2])
  }
}
