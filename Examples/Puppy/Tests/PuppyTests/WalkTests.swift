import Daybook
import Foundation
import Puppy
import Testing

struct WalkTests {
  private func spot(_ name: String, visits: Int = 1, isFavourite: Bool = false) -> WalkSpot {
    var spot = WalkSpot()
    (spot.name, spot.visits, spot.isFavourite) = (name, visits, isFavourite)
    return spot
  }

  @Test func `places to walk count the walks of the diary, or what the file had counted`()
    async throws
  {
    let log = try puppyLog()
    let (park, dunes) = (
      try await log.record(spot("Park")), try await log.record(spot("Dunes", visits: 2))
    )
    try await log.record(spot("Beach", isFavourite: true))
    for hour in 7...9 {
      try await log.walk(to: park, at: date("2026-03-02T0\(hour):00:00Z"), minutes: 20)
    }
    try await log.walk(to: dunes, at: date("2026-03-02T12:00:00Z"), minutes: 30)
    // No walk, and a walk to nowhere.
    var other = DiaryEntry(.garden, at: date("2026-03-02T13:00:00Z"))
    other.spot = park
    try await log.record(other)
    try await log.record(DiaryEntry(.walk, at: date("2026-03-02T14:00:00Z")))
    let spots = try log.walkSpots()
    #expect(spots.map(\.spot.name) == ["Beach", "Park", "Dunes"])
    #expect(spots.map(\.visits) == [1, 3, 2])
    #expect(spots.map(\.minutes) == [0, 60, 30])
    #expect(spots[2].newestWalk == date("2026-03-02T12:00:00Z"))
    #expect(try log.entries().first { $0.spot == dunes }?.spotName == "Dunes")
  }

  @Test func `a walk that is deleted, or goes elsewhere, counts no more`() async throws {
    let log = try puppyLog()
    let park = try await log.record(spot("Park", visits: 0))
    let walk = try await log.walk(to: park, at: date("2026-03-02T08:00:00Z"), minutes: 20)
    #expect(try log.walkSpots()[0].walks == 1)
    try await log.delete(walk)
    #expect(try log.walkSpots()[0].walks == 0)
    try await log.undo()
    try await log.change(walk) { $0.spot = nil }
    #expect(try log.walkSpots()[0].newestWalk == nil)
  }
}
