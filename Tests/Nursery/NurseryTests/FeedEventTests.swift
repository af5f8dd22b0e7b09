import Daybook
import Nursery
import Testing

struct FeedEventTests {
  static let full = FeedSession(
    baby: sampleID, start: sampleDate, end: sampleDate.addingTimeInterval(600),
    amount: Amount(4, unitText: "fl oz"), content: .breastMilk, route: .breast(.left),
    typeText: "breastFeed", memo: "#ok", tags: ["a", "b"],
    source: SourceReference(provider: "babybuddy", table: "feeding", id: "7"), isDeleted: true)

  static let setAll = amendment(from: FeedSession(start: .distantPast), to: full)
  static let clearAll = amendment(from: full, to: FeedSession(start: full.start))

  /// What an edit writes.
  static func amendment(from old: FeedSession, to new: FeedSession) -> FieldPatch<FeedSession> {
    guard case .amended(let patch) = FeedSession.amended(from: old, to: new) else {
      return FieldPatch(from: old, to: old)
    }
    return patch
  }

  /// What is written when a running feed ends.
  static func finished(_ end: (inout FeedSession) -> Void) -> FeedEvent {
    let old = FeedSession(start: sampleDate, content: .water)
    var new = old
    end(&new)
    return FeedSession.finished(from: old, to: new)
  }

  static let golden: [(FeedEvent, String)] = [
    (
      .started(FeedSession(baby: sampleID, start: sampleDate)),
      "0a100102030405060708090a0b0c0d0e0f1011000010769b5ec741"
    ),
    (
      .recorded(full),
      "0a100102030405060708090a0b0c0d0e0f1011000010769b5ec74119000010a29c5ec74122100900"
        + "000000000010401205666c206f7a2a0a6272656173744d696c6b320b6272656173742e6c6566743a"
        + "0a627265617374466565644203236f6b4a01614a016252062000280330075801"
    ),
    (
      finished {
        $0.end = sampleDate
        $0.amount = Amount(0, unitText: nil)
        $0.content = .unknown
        $0.route = .other("cup2")
        $0.memo = ""
      },
      "19000010769b5ec74122090900000000000000002a07756e6b6e6f776e3204637570324200"
    ),
    (
      .amended(setAll),
      "0a100102030405060708090a0b0c0d0e0f1011000010769b5ec74119000010a29c5ec74122100900"
        + "000000000010401205666c206f7a2a0a6272656173744d696c6b320b6272656173742e6c6566743a"
        + "0a627265617374466565644203236f6b4a01614a0162"
    ),
    (.amended(clearAll), "2a07756e6b6e6f776e3207756e6b6e6f776e780178037804780778087809"),
    (.amended(FieldPatch(from: full, to: full)), ""), (.cancelled, ""), (.deleted, ""),
    (.restored, ""),
  ]

  @Test(arguments: golden)
  func `the golden bytes stay`(event: FeedEvent, bytes: String) {
    #expect(hex(encoded(event)) == bytes)
  }

  @Test(arguments: golden.map(\.0))
  func `an event is read back as it was written`(event: FeedEvent) throws {
    #expect(try decoded(FeedEvent.self, event.typeIndex, encoded(event)) == event)
  }

  @Test(arguments: golden.map(\.0))
  func `fields of a newer version are passed over`(event: FeedEvent) throws {
    try checkThatUnknownFieldsChangeNothing(
      of: FeedSession.self, in: event, after: .recorded(Self.full))
  }

  @Test func `ALL-4: a feed that was written before feeds had a type is read, and can get one`()
    throws
  {
    // Fields 1 to 4 alone: a baby, a start, an end and an amount.
    let old = FeedSession(
      baby: sampleID, start: sampleDate, end: sampleDate.addingTimeInterval(600),
      amount: Amount(4, unitText: "fl oz"))
    let bytes = encoded(FeedEvent.recorded(old))
    #expect(
      hex(bytes)
        == "0a100102030405060708090a0b0c0d0e0f1011000010769b5ec74119000010a29c5ec74122100900"
        + "000000000010401205666c206f7a")
    let event = try decoded(FeedEvent.self, 1, bytes)
    let feed: FeedSession? = try folded([event])
    #expect(feed == old && feed?.feedType == nil && feed?.typeText == nil)
    var typed = old
    typed.feedType = .babyFormula
    let later: FeedSession? = try folded([event, .amended(Self.amendment(from: old, to: typed))])
    #expect(later == typed && later?.typeText == "babyFormula")
  }

  @Test func `the stored names stay`() {
    #expect(
      FeedEvent.types.map(\.name) == [
        "feed.started", "feed.recorded", "feed.finished", "feed.amended", "feed.cancelled",
        "feed.deleted", "feed.restored",
      ])
    #expect(FeedSession.kind == "nursery.feed")
  }

  @Test(arguments: [0, 1]) func `a feed without a start is refused`(index: Int) {
    #expect(throws: PayloadError.missing(2)) { try decoded(FeedEvent.self, index, []) }
  }

  @Test func `an end without an instant is refused`() {
    #expect(throws: PayloadError.missing(3)) { try decoded(FeedEvent.self, 2, []) }
  }

  @Test(arguments: [
    "breastMilk", "formula", "fortifiedBreastMilk", "solidFood", "water", "cowMilk", "mixed",
    "unknown", "", "purée",
  ])
  func `the text of a content survives`(text: String) {
    #expect(FeedContent(rawValue: text).rawValue == text)
  }

  @Test(arguments: [
    "bottle", "breast.left", "breast.right", "breast.both", "parentFed", "selfFed", "tube",
    "syringe", "cup", "unknown", "", "breast.none",
  ])
  func `the text of a route survives`(text: String) {
    #expect(FeedRoute(rawValue: text).rawValue == text)
  }

  @Test(arguments: FeedType.allCases)
  func `a type comes back from its content and route`(type: FeedType) {
    #expect(FeedType(content: type.content, route: type.route) == type)
  }

  @Test func `formula at the breast loses its side`() {
    #expect(FeedType(content: .formula, route: .breast(.left)) == .babyFormula)
    #expect(FeedType(content: .water, route: .bottle) == nil)
  }

  @Test func `setting the type of a feed sets content, route and text`() {
    var feed = FeedSession(start: sampleDate)
    feed.feedType = .babyFormula
    #expect((feed.content, feed.route) == (.formula, .bottle))
    #expect(feed.typeText == "babyFormula")
    feed.feedType = nil
    #expect((feed.content, feed.route) == (.unknown, .unknown))
  }
}
