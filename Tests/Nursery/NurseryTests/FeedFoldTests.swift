import Daybook
import Nursery
import Testing

@Suite struct FeedFoldTests {
  private let full = FeedEventTests.full
  private let start = FeedEvent.started(FeedStarted(baby: sampleID, start: sampleDate))

  @Test func `a started feed runs until it is finished`() throws {
    let running: FeedSession? = try folded([start])
    #expect(running?.isInProgress == true)
    #expect(running?.durationSeconds == nil)
    let end = sampleDate.addingTimeInterval(90)
    let done: FeedSession? = try folded([
      start, .finished(FeedFinished(end: end, amount: Amount(120, .millilitre), memo: "")),
    ])
    #expect(done?.isInProgress == false)
    #expect(done?.durationSeconds == 90)
    #expect(done?.amount?.unit == .millilitre)
    #expect(done?.memo == nil)
  }

  @Test func `an empty memo stays when it is amended`() throws {
    let amendment = FeedEventTests.amendment { $0.memo = .set("") }
    let feed: FeedSession? = try folded([.recorded(full), .amended(amendment)])
    #expect(feed?.memo == "")
  }

  @Test func `edits of what does not exist are ignored`() throws {
    let feed: FeedSession? = try folded([
      .finished(FeedFinished(end: sampleDate)), .amended(FeedEventTests.setAll), .deleted,
      .cancelled, .restored,
    ])
    #expect(feed == nil)
  }

  @Test(arguments: [FeedEvent.deleted, .cancelled])
  func `an edit under a deletion shows after the restoration`(removal: FeedEvent) throws {
    let amendment = FeedEventTests.amendment { $0.amount = .set(Amount(1, .cup)) }
    let gone: FeedSession? = try folded([start, removal, .amended(amendment)])
    #expect(gone?.isDeleted == true)
    let back: FeedSession? = try folded([start, removal, .amended(amendment), .restored])
    #expect(back?.isDeleted == false)
    #expect(back?.amount == Amount(1, .cup))
  }

  @Test func `of two creations the first counts, also under a deletion`() throws {
    var second = full
    second.memo = nil
    let feed: FeedSession? = try folded([.recorded(full), .recorded(second), start])
    #expect(feed == full)
    let deleted: FeedSession? = try folded([start, .recorded(full), .deleted, .recorded(full)])
    #expect(deleted?.isDeleted == true)
    #expect(deleted?.memo == nil)
  }

  @Test func `an amendment turns the old feed into the new one`() throws {
    var old = full
    old.isDeleted = false
    var new = FeedSession(start: .distantPast, content: .water, route: .tube)
    new.source = old.source
    for (a, b) in [(old, new), (new, old)] {
      let feed: FeedSession? = try folded([
        .recorded(a), .amended(FeedAmendment(from: a, to: b)),
      ])
      #expect(feed == b)
    }
  }

  @Test func `an amendment names only what differs`() {
    var new = full
    new.end = nil
    let amendment = FeedAmendment(from: full, to: new)
    #expect(amendment == FeedEventTests.amendment { $0.end = .clear })
    #expect(!amendment.isEmpty)
    #expect(FeedAmendment(from: full, to: full).isEmpty)
  }

  @Test func `two edits of different properties are both kept`() throws {
    let first = FeedEventTests.amendment { $0.memo = .set("x") }
    let second = FeedEventTests.amendment { $0.tags = [] }
    let one: FeedSession? = try folded([.recorded(full), .amended(first), .amended(second)])
    let other: FeedSession? = try folded([.recorded(full), .amended(second), .amended(first)])
    #expect(one == other)
    #expect(one?.memo == "x" && one?.tags == [])
  }
}
