import Daybook
import Nursery
import Testing

struct FeedFoldTests {
  private let full = FeedEventTests.full
  private let start = FeedEvent.started(FeedSession(baby: sampleID, start: sampleDate))

  /// What an edit of the full feed writes.
  private func edit(_ body: (inout FeedSession) -> Void) -> FieldPatch<FeedSession> {
    var new = full
    body(&new)
    return FeedEventTests.amendment(from: full, to: new)
  }

  @Test func `a started feed runs until it is finished`() throws {
    let running: FeedSession? = try folded([start])
    #expect(running?.isInProgress == true)
    #expect(running?.durationSeconds == nil)
    let end = sampleDate.addingTimeInterval(90)
    let done: FeedSession? = try folded([
      start,
      FeedEventTests.finished {
        $0.end = end
        $0.amount = Amount(120, .millilitre)
        $0.memo = ""
      },
    ])
    #expect(done?.isInProgress == false)
    #expect(done?.durationSeconds == 90)
    #expect(done?.amount?.unit == .millilitre)
    #expect(done?.memo == nil)
  }

  @Test func `an empty memo stays when it is amended`() throws {
    let feed: FeedSession? = try folded([.recorded(full), .amended(edit { $0.memo = "" })])
    #expect(feed?.memo == "")
    let ended: FeedSession? = try folded([
      .recorded(full), .amended(edit { $0.memo = "" }),
      FeedEventTests.finished { $0.end = sampleDate },
    ])
    #expect(ended?.memo == "")
  }

  @Test func `edits of what does not exist are ignored`() throws {
    let feed: FeedSession? = try folded([
      FeedEventTests.finished { $0.end = sampleDate }, .amended(FeedEventTests.setAll), .deleted,
      .cancelled, .restored,
    ])
    #expect(feed == nil)
  }

  @Test(arguments: [FeedEvent.deleted, .cancelled])
  func `an edit under a deletion shows after the restoration`(removal: FeedEvent) throws {
    let amendment = edit { $0.amount = Amount(1, .cup) }
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
        .recorded(a), .amended(FeedEventTests.amendment(from: a, to: b)),
      ])
      #expect(feed == b)
    }
  }

  @Test func `an amendment names only what differs`() throws {
    var new = full
    new.end = nil
    #expect(try FeedEventTests.amendment(from: full, to: new).numbers == [3])
    #expect(FeedSession.amended(from: full, to: full) == nil)
  }

  @Test func `two edits of different properties are both kept`() throws {
    let first = edit { $0.memo = "x" }
    let second = edit { $0.tags = [] }
    let one: FeedSession? = try folded([.recorded(full), .amended(first), .amended(second)])
    let other: FeedSession? = try folded([.recorded(full), .amended(second), .amended(first)])
    #expect(one == other)
    #expect(one?.memo == "x" && one?.tags == [])
  }
}
