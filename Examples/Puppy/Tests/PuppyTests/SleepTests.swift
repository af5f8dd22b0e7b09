import Daybook
import Foundation
import Puppy
import Testing

/// OL-3.
struct SleepTests {
  private let noon = date("2026-03-02T12:00:00Z")

  private func entry(_ type: EntryType, _ time: String, session: Int? = nil) -> DiaryEntry {
    var entry = DiaryEntry(type, at: date("2026-03-02T\(time):00Z"))
    entry.sleep = session.map(id)
    return entry
  }

  @Test func `OL-3: the newest of sleep, crate and wake tells whether the puppy sleeps`()
    async throws
  {
    let log = try puppyLog()
    #expect(try log.sleepState() == .unknown)
    try await log.record(entry(.sleep, "09:00"))
    #expect(try log.sleepState() == .asleep(since: date("2026-03-02T09:00:00Z")))
    try await log.record(entry(.wake, "10:00"))
    try await log.record(entry(.meal, "11:00"))
    #expect(try log.sleepState().minutes(at: noon) == 120)
    try await log.record(entry(.crate, "11:00"))
    #expect(try log.sleepState() == .asleep(since: date("2026-03-02T11:00:00Z")))
    let gap = try await log.record(
      DiaryEntry(.coverageGap, at: date("2026-02-01T10:00:00Z"), end: nil))
    #expect(try log.sleepState() == .unknown)
    try await log.change(gap) { $0.end = date("2026-02-01T12:00:00Z") }
    #expect(try log.sleepState().minutes(at: noon) == 60)
  }

  @Test func `OL-3: of two entries of one moment the higher in its file is newer`() async throws {
    let log = try puppyLog()
    let tree = try OllieTree([
      "data/2026-03-02.jsonl": [
        #"{"time":"2026-03-02T09:00:00Z","type":"ontwaken"}"#,
        #"{"time":"2026-03-02T09:00:00Z","type":"slapen"}"#,
      ].joined(separator: "\n")
    ])
    _ = try await tree.run(into: log)
    #expect(try log.sleepState() == .awake(since: date("2026-03-02T09:00:00Z")))
  }

  @Test(arguments: [(14, true), (15, false)])
  func `OL-3: a sleep is a nap for fifteen minutes`(minutes: Int, isNap: Bool) {
    let asleep = SleepState.asleep(since: noon - Double(minutes) * 60)
    #expect(asleep.isNap(at: noon) == isNap)
    #expect(!asleep.isTired(at: noon + 3600))
  }

  @Test(arguments: [(44, false, false), (45, true, false), (59, true, false), (60, true, true)])
  func `OL-3: an awake puppy is tired after 45 minutes and should sleep after 60`(
    minutes: Int, isTired: Bool, isOvertired: Bool
  ) {
    let awake = SleepState.awake(since: noon - Double(minutes) * 60)
    #expect(awake.isTired(at: noon) == isTired)
    #expect(awake.isOvertired(at: noon) == isOvertired)
    #expect(!awake.isNap(at: noon))
  }

  @Test func `OL-3: the day's sleep goes to the next wake, the last one to now`() async throws {
    let log = try puppyLog()
    for (type, time) in [
      (EntryType.wake, "07:00"), (.sleep, "08:00"), (.crate, "08:20"), (.wake, "09:00"),
      (.wake, "09:10"), (.crate, "11:30"),
    ] {
      try await log.record(entry(type, time))
    }
    // The night began on the day before.
    try await log.record(DiaryEntry(.sleep, at: date("2026-03-01T22:00:00Z")))
    #expect(try log.sleepToday(now: noon, zone: .gmt).minutes == 60 + 30)
    let midnight = date("2026-03-01T22:30:00Z")
    #expect(try log.sleepToday(now: midnight, zone: .gmt).minutes == 540 + 60)
  }

  @Test func `OL-3: a sleep ends with the wake of its session, else with the next one`() {
    let sessions = SleepSession.all(in: [
      entry(.sleep, "08:00", session: 1), entry(.crate, "08:10"), entry(.sleep, "08:30"),
      entry(.wake, "09:00"), entry(.wake, "10:00", session: 1), entry(.sleep, "11:00"),
    ])
    #expect(sessions.map(\.minutes) == [120, 30, nil])
    // No wake ends two sleeps, and none ends one that begins with it.
    let others = SleepSession.all(in: [
      entry(.sleep, "08:00", session: 2), entry(.sleep, "08:30"), entry(.wake, "08:30"),
      entry(.wake, "09:00"),
    ])
    #expect(others.map(\.minutes) == [30, 30])
  }

  @Test(arguments: [(15, 20, true), (14, 20, false), (15, 21, false), (15, -1, false)])
  func `OL-3: who slept a quarter of an hour has just woken for twenty minutes`(
    minutes: Int, ago: Int, hasJustEnded: Bool
  ) {
    let end = noon - Double(ago) * 60
    let session = SleepSession(start: end - Double(minutes) * 60, end: end)
    #expect(session.hasJustEnded(at: noon) == hasJustEnded)
  }

  @Test(
    arguments: [
      ([30, 40], nil), ([30, 40, 50], 40), ([31, 32, 33], 30), ([33, 33, 34], 35), ([1, 2, 3], 15),
      ([200, 300, 400], 120),
    ] as [([Int], Int?)])
  func `OL-3: a usual sleep is the mean of three and more, to five minutes, 15 to 120`(
    minutes: [Int], usual: Int?
  ) {
    let sessions = minutes.map { SleepSession(start: noon, end: noon + Double($0) * 60) }
    #expect(
      SleepSession.usualMinutes(of: sessions + [SleepSession(start: noon, end: nil)]) == usual)
  }

  @Test func `OL-3: sleeps of some days are those that began on them`() async throws {
    let log = try puppyLog()
    for time in ["08:00", "20:00"] { try await log.record(entry(.sleep, time)) }
    try await log.record(entry(.wake, "09:00"))
    let morning = date("2026-03-02T00:00:00Z")..<noon
    #expect(try log.sleepSessions(in: morning).map(\.minutes) == [60])
  }
}
