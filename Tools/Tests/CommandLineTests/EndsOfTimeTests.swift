import Daybook
import Foundation
import Interchange
import Nursery
import TemporaryFolders
import Testing

/// Entries of times that nobody enters, as an import or another member may bring them: every verb
/// that looks or exports takes them.
struct EndsOfTimeTests {
  private let folder: TemporaryFolder
  private let path: String

  /// Seconds since 1970.
  private static let times: [Double] = [
    -9.2e18, -9.3e15, -6.3e10, -62_135_596_801, -2_208_988_801, 0, 7_258_118_400, 253_402_300_800,
    9.3e15, 9.2e18,
  ]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("s")
    let boundary = try DayBoundary(zone: "Europe/Amsterdam", hour: 7)
    let store = try EventStore.open(
      at: path, schema: .nursery(boundary: boundary).importing())
    try store.append { draft in
      let baby = UUID()
      try draft.addBaby(baby, BabyProfile(name: "Noor", createdAt: Date()))
      for seconds in Self.times {
        let start = Date(timeIntervalSince1970: seconds)
        let feed = FeedSession(
          baby: baby, start: start, end: start.addingTimeInterval(600),
          amount: Amount(120, .millilitre), content: .formula, route: .bottle)
        try draft.add(UUID(), feed, rules: .imports)
        try draft.add(
          UUID(), DiaperChange(baby: baby, time: start, wet: true, memo: "#late"), rules: .imports)
        try draft.add(UUID(), SleepSession(baby: baby, start: start), rules: .imports)
        try draft.add(
          UUID(),
          MedicationDose(
            baby: baby, start: Date(timeIntervalSince1970: 1_790_000_000),
            MedicationDetails(
              name: "far", nextDoseInterval: max(-9e15, min(seconds, 9e15)))), rules: .imports)
      }
    }
  }

  @Test(arguments: [
    "today", "day 2026-11-20", "history --days 36525", "last", "totals",
    "trends", "search late", "tags", "profiles", "conflicts", "log --limit 100", "transactions",
    "diff 0 1", "as-of 1 history", "stats", "verify", "doctor", "rebuild", "export report out.html",
    "export babybuddy out", "export babydashboard --feeds out.csv", "export nuzzle out.json",
    "export log out.ndjson", "export view entries", "export view days", "export view totals",
    "snapshot widgets --out out",
  ])
  func `every verb takes an entry of any time`(_ line: String) throws {
    for format in ["", " --json"] where !(format != "" && line.contains("export view")) {
      let place = try TemporaryFolder()
      let words = (line + format).split(separator: " ").map(String.init)
      let run = try nursery(
        words + ["--store", path], variables: ["DAYBOOK_NOW": "2026-11-20T20:05:00Z"],
        directory: place.path)
      #expect(run.status == 0, "\(line): \(run.errors)")
      #expect(!run.output.contains("e+"), "\(line)")
      if format != "" { _ = try run.json(as: [String: Any].self) }
    }
  }

  @Test(arguments: [
    ("9999-01-01T00:00:00Z", "profile add Mina"), ("9999-01-01T00:00:00Z", "type add Bath"),
    ("1899-12-31T23:59:59Z", "profile add Mina"), ("9999-01-01T00:00:00Z", "add note x"),
    ("9999-01-01T00:00:00Z", "start sleep"),
    ("2026-11-20T20:05:00Z", "add medication x next=9999999999h"),
    ("2026-11-20T20:05:00Z", "profile add Mina --born 1899-12-31"),
    ("2026-11-20T20:05:00Z", "add measurement weight 4kg day=1899-12-31"),
    ("2026-11-20T20:05:00Z", "checklist add Bath --emoji 🛁 --baby Noor --at 9999-01-01T00:00:00Z"),
  ])
  func `no verb takes a time beyond the years that there can be`(now: String, line: String) throws {
    let folder = try TemporaryFolder()
    let (store, sound) = (["--store", folder.path("s")], "2026-11-20T20:05:00Z")
    for line in [["new"], ["profile", "add", "Noor"]] {
      #expect(try nursery(line + store, variables: ["DAYBOOK_NOW": sound]).status == 0)
    }
    let run = try nursery(ShellWords.split(line) + store, variables: ["DAYBOOK_NOW": now])
    // A clock that is behind the store is told beside it.
    let errors = run.errorLines.filter { !$0.hasPrefix("note: the newest entry here is of") }
    #expect([64, 65].contains(run.status) && errors.count == 1, "\(run.errors)")
    if run.status == 65 { #expect(run.errors.contains("of no year from 1900 to 2199")) }
    #expect(try nursery(["transactions", "--json"] + store).list("transactions").count == 1)
  }
}
