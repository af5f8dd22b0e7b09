import Daybook
import Nursery
import NurseryHousehold
import NurseryWidget
import Testing

/// BD-7: the widget's file.
struct WidgetAcceptanceTests {
  @Test func `BD-7: a widget's file follows an edit of the start, and goes with its baby`() throws {
    let nursery = try WidgetHousehold(HouseholdStore())
    let now = Date(timeIntervalSinceReferenceDate: 784_152_300)
    nursery.household.clock.show(now)
    let (mina, feed) = (UUID(), UUID())
    try nursery.write(after: 0) { draft in
      try draft.addBaby(mina, BabyProfile(name: "Mina", feedTerm: 10_800, createdAt: now))
      try draft.startFeed(feed, of: mina, at: now - 5_400)
      try draft.finishFeed(of: mina, at: now - 4_500, amount: Amount(120, .millilitre))
    }
    let file = WidgetStatus.fileName(of: mina)
    #expect(try nursery.publisher.update().written == [file])
    var status = try nursery.status(mina)
    #expect(abs(status.totalProgress - 0.5) < 0.001 && !status.isFeeding)

    try nursery.write(after: 0) { try $0.edit(FeedSession.self, feed) { $0.start -= 1_080 } }
    #expect(try nursery.publisher.update().written == [file])
    status = try nursery.status(mina)
    #expect(abs(status.totalProgress - 0.6) < 0.001)

    try nursery.write(after: 0) { try $0.deleteBaby(mina) }
    #expect(try nursery.publisher.update().removed == [file])
    #expect(try nursery.contents().isEmpty)
  }

  @Test func `BD-7: an old file without a term and without isFeeding is read`() throws {
    let text = #"""
      {"id":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","name":"Mina","totalProgress":0.5,\#
      "feedingProgress":0.25,"updatedAt":784152300}
      """#
    let status = try WidgetStatus(bytes: Array(text.utf8))
    #expect(status.feedTerm == 10_800 && !status.isFeeding && status.name == "Mina")
  }
}
