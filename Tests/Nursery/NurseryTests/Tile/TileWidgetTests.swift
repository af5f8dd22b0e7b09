import DaybookTesting
import Foundation
import Nursery
import NurseryWidget
import Testing

/// What the tile and the widget say of the same feeds.
struct TileWidgetTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 784_152_300)
  private static let id = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10") ?? UUID()

  private static func status(_ snapshot: FeedTileSnapshot) -> WidgetStatus {
    snapshot.widgetStatus(id: id, name: "Mina", now: now)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `they agree where they speak of the same feed`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let terms = [10_800, 1800, 28_800, 0, -5, 0.25, .nan, .infinity]
    var snapshot = FeedTileSnapshot(feedTerm: terms[Int.random(in: 0..<8, using: &random)])
    if Bool.random(using: &random) {
      let start = Self.now - Double.random(in: -600...40_000, using: &random)
      let end = start + Double.random(in: 0...4000, using: &random)
      snapshot.lastFinished = FeedTileSnapshot.Finished(start: start, end: end)
    }
    if Bool.random(using: &random) {
      let earliest = snapshot.lastFinished?.start ?? Self.now - 5000
      snapshot.runningSince = earliest + Double.random(in: 0...3000, using: &random)
    }
    let (tile, widget) = (FeedTile(snapshot, now: Self.now), Self.status(snapshot))
    #expect(tile.progress == widget.totalProgress)
    #expect((tile.secondaryProgress ?? 0) == min(widget.feedingProgress, 1))
    #expect((snapshot.runningSince != nil) == widget.isFeeding)
    if !widget.isFeeding, snapshot.lastFinished != nil {
      #expect(tile.isOverdue == (widget.totalProgress >= 1))
    }
  }

  @Test(arguments: [0, 60, 4320, 5400, 10_860] as [Double])
  func `they agree at later times that the widget projects`(later: Double) {
    let start = Self.now - 5400
    let snapshot = FeedTileSnapshot(
      lastFinished: FeedTileSnapshot.Finished(start: start, end: start + 900))
    let widget = Self.status(snapshot).projected(to: Self.now + later)
    let tile = FeedTile(snapshot, now: Self.now + later)
    #expect(abs(tile.progress - widget.totalProgress) < 1e-12)
    #expect(tile.secondaryProgress == widget.feedingProgress)
  }

  @Test func `the tile goes by the greatest end, the widget by the greatest start`() {
    let start = Self.now - 5400
    let long = FeedTileSnapshot.Finished(start: start, end: start + 5000)
    let snapshot = FeedTileSnapshot(lastFinished: long, newestStart: start + 2700)
    #expect(FeedTile(snapshot, now: Self.now).progress == 0.5)
    #expect(Self.status(snapshot).totalProgress == 0.25)
    #expect(Self.status(snapshot).feedingProgress == 5000.0 / 10_800)
  }

  @Test func `a feed that ended before it began has no length in the widget`() {
    let start = Self.now - 5400
    let snapshot = FeedTileSnapshot(
      lastFinished: FeedTileSnapshot.Finished(start: start, end: start - 1080))
    #expect(FeedTile(snapshot, now: Self.now).secondaryProgress == -0.1)
    #expect(Self.status(snapshot).feedingProgress == 0)
  }

  @Test func `the widget of a feed that is half of its term ago`() {
    let start = Self.now - 5400
    let status = Self.status(
      FeedTileSnapshot(lastFinished: FeedTileSnapshot.Finished(start: start, end: start + 900)))
    #expect(status.id == Self.id && status.name == "Mina" && status.updatedAt == Self.now)
    #expect(status.totalProgress == 0.5)
    #expect(status.feedingProgress == 0.08333333333333333)
    #expect(status.feedTerm == 10_800)
    #expect(!status.isFeeding)
  }
}
