import Daybook
import DaybookSnapshot
import Foundation
import Puppy
import Testing

/// OL-3: what the widget and the watch show.
struct SnapshotTests {
  private static let noon = date("2026-03-02T11:00:00Z")
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("puppy-\(UUID().uuidString)").path

  private func publisher(_ log: PuppyLog, now: Date = noon) -> SnapshotPublisher {
    SnapshotPublisher(
      store: log.store, builder: PuppyFiles(clock: LocalClock(zone: amsterdam)), folder: folder,
      now: { now })
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try SnapshotFolder(path: folder).verified(name).bytes, as: UTF8.self)
  }

  private func filled() async throws -> PuppyLog {
    let log = try puppyLog()
    var profile = PuppyProfile()
    profile.name = "Ollie"
    profile.plans = [
      #"mealSchedule {"mealsPerDay":4,"portions":[{"targetTime":"18:30"},{"targetTime":"07:00"}]}"#,
      #"walkSchedule {"walks":[{"targetTime":"15:00"}]}"#,
    ]
    try await log.record(profile)
    for entry in [
      DiaryEntry(.pee, at: date("2026-03-01T20:00:00Z"), place: .outside),
      DiaryEntry(.pee, at: date("2026-03-02T06:00:00Z"), place: .inside),
      DiaryEntry(.pee, at: date("2026-03-02T09:00:00Z") + 0.5, place: .outside),
      DiaryEntry(.poop, at: date("2026-03-02T09:01:00Z"), place: .outside),
      DiaryEntry(.meal, at: date("2026-03-02T06:30:00Z")),
      DiaryEntry(.walk, at: date("2026-03-02T08:30:00Z")),
      DiaryEntry(.wake, at: date("2026-03-02T05:50:00Z")),
      DiaryEntry(.sleep, at: date("2026-03-02T10:00:00Z")),
    ] {
      try await log.record(entry)
    }
    return log
  }

  @Test func `OL-3: the widget's file has the old app's keys and whole seconds`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try publisher(try await filled()).update()
    #expect(
      try text(PuppyFiles.widget) == """
        {"bestStreak":1,"currentStreak":1,"isCurrentlySleeping":true,\
        "lastMealTime":"2026-03-02T06:30:00Z","lastPlasLocation":"buiten",\
        "lastPlasTime":"2026-03-02T09:00:00Z","lastUpdated":"2026-03-02T11:00:00Z",\
        "lastWakeTime":"2026-03-02T05:50:00Z","lastWalkTime":"2026-03-02T08:30:00Z",\
        "mealsExpectedToday":4,"mealsLoggedToday":1,\
        "nextScheduledMealTime":"2026-03-02T17:30:00Z",\
        "nextScheduledWalkTime":"2026-03-02T14:00:00Z","puppyName":"Ollie",\
        "sleepStartTime":"2026-03-02T10:00:00Z","todayOutdoorCount":1,"todayPottyCount":2}
        """)
    #expect(
      try text(PuppyFiles.watch) == """
        {"isSleeping":true,"lastPeeTime":1772442000.5,"lastPoopTime":1772442060,\
        "puppyName":"Ollie","sleepStartTime":1772445600,"streak":1,"timestamp":1772449200}
        """)
  }

  @Test func `OL-3: without a profile and entries the files say so`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try publisher(try puppyLog()).update()
    let data = WidgetData(json: try SnapshotFolder(path: folder).verified(PuppyFiles.widget).bytes)
    var expected = WidgetData()
    expected.lastUpdated = Self.noon
    #expect(data == expected)
    #expect(data.puppyName == "--" && data.mealsExpectedToday == 3)
  }

  @Test func `a file is written again when an entry, a meal's time or midnight changes it`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let log = try await filled()
    try publisher(log).update()
    func updated(at time: String) throws -> [String] {
      try publisher(log, now: date(time)).update().written.sorted()
    }
    #expect(try updated(at: "2026-03-02T13:59:59Z") == [])
    // At three in the afternoon no walk is left.
    #expect(try updated(at: "2026-03-02T14:00:00Z") == [PuppyFiles.widget])
    #expect(try !text(PuppyFiles.widget).contains("nextScheduledWalkTime"))
    try await log.record(DiaryEntry(.wake, at: date("2026-03-02T14:10:00Z")))
    #expect(try updated(at: "2026-03-02T14:20:00Z") == [PuppyFiles.watch, PuppyFiles.widget])
    #expect(try updated(at: "2026-03-02T17:30:00Z") == [PuppyFiles.widget])
    #expect(try updated(at: "2026-03-02T23:00:00Z") == [PuppyFiles.widget])
    #expect(try text(PuppyFiles.widget).contains(#""todayPottyCount":0"#))
    // What the files do not show makes no difference.
    try await log.master("sit", at: Self.noon)
    #expect(try updated(at: "2026-03-02T23:10:00Z") == [])
  }

  @Test(arguments: [
    "", "{}", "[]", "\u{0}", #"{"puppyName":7,"lastPlasTime":"soon","currentStreak":"3"}"#,
  ])
  func `a file of another version is read with what is usual`(text: String) {
    #expect(WidgetData(json: text.utf8) == WidgetData())
    #expect(WatchContext(json: text.utf8) == WatchContext())
  }

  @Test func `a key that is missing or another sort of value leaves the others as they are`() {
    let text = #"{"currentStreak":"3","new":[1],"todayPottyCount":2,"streak":2,"isSleeping":1}"#
    var widget = WidgetData()
    widget.todayPottyCount = 2
    #expect(WidgetData(json: text.utf8) == widget)
    var watch = WatchContext()
    watch.streak = 2
    #expect(WatchContext(json: text.utf8) == watch)
  }
}
