import Foundation
import Nursery
import Testing

struct DiaperTileTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 784_152_300)

  private static func tile(_ ago: Double?, threshold: Double = 3600) -> DiaperTile {
    DiaperTile(
      DiaperTileSnapshot(
        lastChange: ago.map { now - $0 }, threshold: threshold, zone: .gmt), now: now)
  }

  @Test(
    arguments: [
      (0, "Just now", 0, false), (59, "Just now", 59.0 / 3600, false),
      (1800, "30m ago", 0.5, false), (3599, "59m ago", 3599.0 / 3600, false),
      (3600, "1h ago", 1, true), (9000, "2h 30m ago", 1, true), (-360, "Just now", -0.1, false),
    ] as [(Double, String, Double, Bool)])
  func `the last change`(ago: Double, text: String, progress: Double, isOverdue: Bool) {
    let tile = Self.tile(ago)
    #expect(tile.mainText == text)
    #expect(tile.progress == progress)
    #expect(tile.isOverdue == isOverdue)
  }

  @Test func `no change at all`() {
    let tile = Self.tile(nil)
    #expect(tile.mainText == "--")
    #expect(tile.progress == 0)
    #expect(tile.footer == "No data")
    #expect(!tile.isOverdue)
  }

  @Test(
    arguments: zip(
      NurseryZones.all, ["20:05", "05:05", "15:05", "17:05", "09:05", "21:05", "01:50"]))
  func `the footer is the time on the zone's clocks`(zone: String, text: String) throws {
    let snapshot = DiaperTileSnapshot(lastChange: Self.now, zone: try NurseryZones.zone(zone))
    #expect(DiaperTile(snapshot, now: Self.now).footer == text)
    #expect(DiaperTile(snapshot, now: Self.now, language: .korean).mainText == "방금 전")
  }

  @Test(
    arguments: [(7200, 0.25, false), (900, 1, true), (0, 1, true), (.nan, 0.5, false)]
      as [(Double, Double, Bool)])
  func `the threshold is a setting`(threshold: Double, progress: Double, isOverdue: Bool) {
    let tile = Self.tile(1800, threshold: threshold)
    #expect(tile.progress == progress)
    #expect(tile.isOverdue == isOverdue)
  }
}
