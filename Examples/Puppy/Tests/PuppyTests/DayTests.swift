import Daybook
import Foundation
import Puppy
import Testing

struct DayTests {
  private func pee(_ time: String, _ place: Place? = .outside) -> DiaryEntry {
    DiaryEntry(.pee, at: date(time), place: place)
  }

  @Test func `a day is from midnight to midnight of the zone, newest first`() async throws {
    let log = try puppyLog()
    for time in [
      "2026-03-28T23:00:00Z", "2026-03-28T22:59:59Z", "2026-03-29T21:59:59Z",
      "2026-03-29T22:00:00Z",
    ] {
      try await log.record(pee(time))
    }
    let day = try log.day(of: date("2026-03-29T12:00:00Z"), zone: amsterdam)
    #expect(
      day.rows.map(\.entry.time) == [date("2026-03-29T21:59:59Z"), date("2026-03-28T23:00:00Z")])
    // Clocks went forward.
    #expect(day.interval.duration == 23 * 3600)
    #expect(try log.day(of: date("2026-03-29T12:00:00Z"), zone: .gmt).rows.count == 2)
  }

  /// Where clocks go forward at midnight the day begins at one o'clock, and the next one does not.
  @Test(arguments: [
    ("Africa/Cairo", "2024-04-26T12:00:00Z", "2024-04-25T22:00:00Z", "2024-04-26T21:00:00Z"),
    ("America/Havana", "2024-03-10T12:00:00Z", "2024-03-10T05:00:00Z", "2024-03-11T04:00:00Z"),
  ])
  func `a day that begins at one o'clock ends at midnight`(
    zone: String, noon: String, start: String, end: String
  ) async throws {
    let (log, zone) = (try puppyLog(), try #require(TimeZone(identifier: zone)))
    try await log.record(pee(end))
    let day = try log.day(of: date(noon), zone: zone)
    #expect(day.interval == DateInterval(start: date(start), end: date(end)))
    #expect(day.rows.isEmpty)
    #expect(try log.day(of: date(end), zone: zone).rows.count == 1)
  }

  @Test func `a coverage gap excuses the waits that it touches`() async throws {
    let log = try puppyLog()
    for hour in ["08:00", "10:00", "13:00", "20:00"] {
      try await log.record(pee("2026-03-02T\(hour):00Z"))
    }
    let noon = date("2026-03-02T12:00:00Z")
    #expect(try log.day(of: noon, zone: .gmt).pottyWaits == [120, 180, 420])
    let gap = try await log.record(
      DiaryEntry(.coverageGap, at: date("2026-03-02T14:00:00Z"), end: date("2026-03-02T18:00:00Z")))
    #expect(try log.day(of: noon, zone: .gmt).pottyWaits == [120, 180])
    // While it goes on it excuses everything after it, the next day too.
    try await log.change(gap) { entry in
      entry.time = date("2026-03-01T09:00:00Z")
      entry.end = nil
    }
    #expect(try log.day(of: noon, zone: .gmt).pottyWaits == [])
    #expect(try log.day(of: noon, zone: .gmt).gaps.map(\.isOngoing) == [true])
    try await log.undo()
    #expect(try log.day(of: noon, zone: .gmt).pottyWaits == [120, 180])
    #expect(try log.day(of: noon, zone: .gmt).gaps.map(\.minutes) == [240])
    try await log.delete(gap)
    #expect(try log.day(of: noon, zone: .gmt).pottyWaits == [120, 180, 420])
  }

  @Test func `OL-3: a streak counts pees outside and leaves out those in a coverage gap`()
    async throws
  {
    let log = try puppyLog()
    for (hour, place) in [
      (1, Place.outside), (2, .outside), (3, .outside), (4, .inside), (5, .outside), (6, nil),
      (7, .outside), (8, .outside),
    ] as [(Int, Place?)] {
      try await log.record(pee("2026-03-02T0\(hour):00:00Z", place))
    }
    try await log.record(DiaryEntry(.poop, at: date("2026-03-02T09:00:00Z"), place: .inside))
    #expect(try log.streak() == PottyStreak(current: 2, best: 3))
    try await log.record(
      DiaryEntry(.coverageGap, at: date("2026-03-02T06:00:00Z"), end: date("2026-03-02T06:00:00Z")))
    #expect(try log.streak() == PottyStreak(current: 3, best: 3))
  }

  @Test func `an entry moves to another day, and a deleted one leaves its day`() async throws {
    let log = try puppyLog()
    let made = try await log.record(pee("2026-03-02T08:00:00Z"))
    func count(_ day: String) throws -> Int {
      try log.day(of: date("\(day)T12:00:00Z"), zone: .gmt).rows.count
    }
    try await log.change(made) { $0.time = date("2026-03-03T08:00:00Z") }
    #expect(try [count("2026-03-02"), count("2026-03-03")] == [0, 1])
    try await log.delete(made)
    #expect(try count("2026-03-03") == 0)
    try await log.undo()
    #expect(try count("2026-03-03") == 1)
  }

  @Test func `OL-2: edits of other days than today are there after a restart`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("puppy-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var log = PuppyLog(store: try .open(at: folder.path, schema: .puppy), person: "Ada")
    let moved = try await log.record(pee("2026-03-01T08:00:00Z"))
    let gone = try await log.record(pee("2026-03-01T09:00:00Z"))
    try await log.record(pee("2026-03-04T08:00:00Z"))
    try await log.change(moved) { $0.time = date("2026-03-02T08:00:00Z") }
    try await log.delete(gone)
    try await log.store.close()
    log = PuppyLog(store: try .open(at: folder.path, schema: .puppy), person: "Ada")
    let counts = try ["2026-03-01", "2026-03-02", "2026-03-04"].map { day in
      try log.day(of: date("\(day)T12:00:00Z"), zone: amsterdam).rows.count
    }
    #expect(counts == [0, 1, 1])
    try await log.store.close()
  }
}
