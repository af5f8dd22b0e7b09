import Daybook
import Foundation
import Puppy
import Testing

/// OL-3.
struct PottyTests {
  /// Pees at times of day of one day in UTC.
  private func gaps(_ pees: [(String, Place?)]) -> [PottyGap] {
    PottyGap.all(between: pees.map { Pee(at: date("2026-03-02T\($0.0):00Z"), place: $0.1) })
  }

  @Test func `OL-3: gaps are whole minutes from one pee to the next`() async throws {
    let log = try puppyLog()
    for time in ["07:00:00", "07:59:59", "12:00:00"] {
      try await log.record(DiaryEntry(.pee, at: date("2026-03-02T\(time)Z"), place: .outside))
    }
    try await log.record(DiaryEntry(.poop, at: date("2026-03-02T09:00:00Z")))
    let day = date("2026-03-02T00:00:00Z")..<date("2026-03-03T00:00:00Z")
    #expect(try log.pottyGaps(in: day, byDayIn: nil).map(\.minutes) == [59, 240])
    // Only pairs of the days that are asked for.
    let later = date("2026-03-02T07:30:00Z")..<date("2026-03-03T00:00:00Z")
    #expect(try log.pottyGaps(in: later, byDayIn: nil).map(\.minutes) == [240])
  }

  @Test(arguments: [
    ("07:00", "15:00", true), ("07:00", "15:01", false), ("06:59", "08:00", false),
    ("21:00", "22:59", true), ("21:00", "23:00", false),
  ])
  func `OL-3: a gap over eight hours or with an end from 23 to 7 o'clock is of the night`(
    start: String, end: String, isByDay: Bool
  ) {
    let gap = gaps([(start, nil), (end, nil)])[0]
    #expect(gap.isByDay(LocalClock(zone: .gmt)) == isByDay)
  }

  @Test func `OL-3: night is what the clocks of the zone show`() {
    let gap = gaps([("21:10", nil), ("21:50", nil)])[0]
    #expect(gap.isByDay(LocalClock(zone: .gmt)))
    #expect(gap.isByDay(LocalClock(zone: amsterdam)))
    #expect(!gap.isByDay(LocalClock(zone: TimeZone(identifier: "Europe/Athens") ?? .gmt)))
  }

  @Test func `OL-3: figures of gaps are cut off, and places are those of their ends`() throws {
    let some = gaps([
      ("08:00", .inside), ("08:10", .outside), ("08:31", .inside), ("09:02", .outside),
      ("09:07", nil),
    ])
    let figures = try #require(PottyStatistics(some))
    #expect(figures.least == 5 && figures.most == 31 && figures.mean == 16)
    // Of 5, 10, 21 and 31 the two in the middle.
    #expect(figures.median == 15)
    #expect(figures.outdoors == 2 && figures.indoors == 1)
    #expect(PottyStatistics(Array(some.dropLast()))?.median == 21)
    #expect(PottyStatistics([]) == nil)
  }

  @Test func `OL-3: a streak goes on from one time zone into another`() async throws {
    let log = try puppyLog()
    // A file of a family that flew west: its last line is the newest, though its clock says less.
    let tree = try OllieTree([
      "data/2026-03-02.jsonl": [
        #"{"time":"2026-03-02T23:50:00+01:00","type":"plassen","location":"buiten"}"#,
        #"{"time":"2026-03-02T22:00:00+01:00","type":"plassen","location":"binnen"}"#,
        #"{"time":"2026-03-02T19:00:00-05:00","type":"plassen","location":"buiten"}"#,
        #"{"time":"2026-03-02T18:00:00-05:00","type":"plassen","location":"buiten"}"#,
      ].joined(separator: "\n")
    ])
    _ = try await tree.run(into: log)
    #expect(try log.streak() == PottyStreak(current: 3, best: 3))
    let newYork = TimeZone(identifier: "America/New_York") ?? .gmt
    let evening = date("2026-03-02T23:30:00Z")
    #expect(try log.day(of: evening, zone: newYork).rows.count == 4)
    #expect(try log.day(of: evening, zone: amsterdam).rows.count == 2)
  }

  @Test func `OL-3: a streak counts both of an hour that the clocks show twice`() async throws {
    let log = try puppyLog()
    for time in ["00:30", "01:30"] {
      // 2:30 in Amsterdam, twice.
      try await log.record(
        DiaryEntry(.pee, at: date("2026-10-25T\(time):00Z"), place: .outside))
    }
    #expect(try log.streak() == PottyStreak(current: 2, best: 2))
  }
}
