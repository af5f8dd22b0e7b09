import Daybook
import Foundation
import Nursery
import TemporaryFolders
import Testing

/// What an app keeps beside the entries: timers, settings, and what was told last.
struct BesideKindTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("store") }

  /// A store of an app: a timer that became a sleep, another one, and settings.
  init() throws {
    folder = try TemporaryFolder()
    let boundary = try DayBoundary(zone: "Europe/Amsterdam")
    let store = try EventStore.open(
      at: folder.path("store"), schema: .nursery(boundary: boundary))
    let start = Date(timeIntervalSince1970: 1_795_204_800)
    let rules = EntryRules(now: start + 86_400)
    let noor = UUID()
    try store.append { draft in
      try draft.addBaby(noor, BabyProfile(name: "Noor", createdAt: start))
    }
    let timer = UUID()
    try store.append { draft in
      try draft.startTimer(
        RunningTimer(baby: noor, name: "evening", start: start), id: timer, rules: rules)
    }
    try store.append { draft in
      try draft.stopTimer(timer, at: start + 3600, into: SleepSession(), rules: rules)
    }
    try store.append { draft in
      let other = try draft.startTimer(RunningTimer(start: start), rules: rules)
      try draft.restartTimer(other, at: start + 60, rules: rules)
    }
    try store.append { draft in
      let feed = FeedSession(
        baby: noor, start: start, end: start, amount: Amount(90, .millilitre))
      try draft.add(feed, rules: rules, keepsValues: true)
    }
    try store.append { draft in try draft.editSettings { $0.feedReminderHours = 4 } }
  }

  private func run(_ arguments: String...) throws -> Run {
    try nursery(arguments + ["--store", path])
  }

  @Test func `the log has them in words`() throws {
    let output = try run("log").output
    #expect(!output.contains("does not know"), "\(output)")
    #expect(output.contains("settings amended: feedReminderHours 4"), "\(output)")
    #expect(output.contains("timer started: evening, Noor, since 2026-11-20 21:00"), "\(output)")
    #expect(output.contains("timer restarted: start 2026-11-20 21:01"), "\(output)")
    #expect(output.contains("timer stopped: entry sleep "), "\(output)")
    #expect(output.contains("last-used amended: of feed, amount 90 mL"), "\(output)")
  }

  @Test func `so have lists of transactions`() throws {
    let output = try run("transactions").output
    #expect(!output.contains("changes nothing"), "\(output)")
    #expect(output.contains("feedReminderHours 3 → 4"), "\(output)")
    #expect(output.contains("stopped timer "), "\(output)")
    #expect(output.contains("added timer") || output.contains("started timer"), "\(output)")
  }

  @Test func `an undo says what it takes back`() throws {
    let output = try run("undo", "--dry-run").output
    #expect(output.contains("feedReminderHours 4 → 3"), "\(output)")
    #expect(!output.contains("nothing that is shown"), "\(output)")
  }

  @Test func `stats counts them`() throws {
    let stats = try run("stats", "--json").json(as: [String: Any].self)
    let kinds = try #require(stats["kinds"] as? [String: Int])
    #expect(kinds["timers"] == 2 && kinds["settings"] == 1 && kinds["last-used values"] == 1)
  }

  @Test func `each can be shown, with the keys of the guide`() throws {
    let page = try GuidePage()
    var seen: Set<String> = []
    for event in try run("log", "--json").list("events") {
      let kind = try #require(event["kind"] as? String)
      guard ["timer", "settings", "last-used"].contains(kind) else { continue }
      let id = try #require(event["id"] as? String)
      let shown = try run("show", id, "--json").json(as: [String: Any].self)
      let keys = Set(shown.keys).subtracting(["version"])
      #expect(page.shape(ofKind: kind)?.allows(keys) == true, "\(kind) \(keys)")
      seen.insert(kind)
    }
    #expect(seen.count == 3)
  }

  @Test func `a setting can be changed by its id`() throws {
    let event = try run("log", "--json").list("events").first {
      $0["kind"] as? String == "settings"
    }
    let id = try #require(event?["id"] as? String)
    let changed = try run("edit", id, "feedReminderHours=5")
    #expect(changed.output.contains("feedReminderHours 4 → 5"), "\(changed)")
    #expect(try run("delete", id).status == 64)
  }
}
