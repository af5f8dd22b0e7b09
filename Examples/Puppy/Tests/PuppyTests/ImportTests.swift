import Daybook
import Foundation
import Interchange
import Puppy
import Testing

/// OL-1.
struct ImportTests {
  /// Every part of the tree, with what goes wrong in real ones.
  static let files = [
    "profile.json": #"""
    {"id":"\#(id(40).uuidString)","name":"Ollie","breed":"Vizsla","birthDate":"2025-12-20T00:00:00Z",
    "homeDate":"2026-02-14T00:00:00Z","sizeCategory":"medium","exerciseConfig":{"minutesPerMonthOfAge":5},
    "isPremiumUnlocked":true,"freeStartDate":"2026-02-14T00:00:00Z"}
    """#,
    "spots.json": #"""
    [{"id":"\#(id(50).uuidString)","name":"Park","latitude":52.1,"longitude":4.3,
    "created_at":"2026-03-01T10:00:00Z","visit_count":3},{"id":"\#(id(51).uuidString)","name":"Bos"}]
    """#,
    "mastered-skills-v2.json":
      #"[{"id":"\#(id(60).uuidString)","skill_id":"sit","mastered_at":"2026-03-02T10:00:00Z"}]"#,
    "mastered-skills.json": #"["sit","paw",7]"#,
    "socialization.json": #"""
    {"exposuresByItem":{"bike":[{"id":"\#(id(70).uuidString)","item_id":"bike","date":"2026-03-03T10:00:00Z",
    "distance":"ver","reaction":"neutraal","created_at":"2026-03-03T10:00:00Z",
    "modified_at":"2026-03-03T10:00:00Z"}]},"startedDate":"2026-02-15T00:00:00Z"}
    """#,
    "medication-completions.jsonl": dose(80),
    "data/medication-completions.jsonl": "\(dose(80))\n\(dose(81))",
    "data/2026-03-01.jsonl": [
      #"{"time":"2026-03-01T21:10:30.250+01:00","type":"coverageGap","gap_type":"sitter","end_time":"2026-03-02T00:15:00+01:00","gap_location":"oma"}"#,
      #"{"id":"\#(id(1).uuidString)","time":"2026-03-01T08:00:00+01:00","type":"plassen","location":"buiten"}"#,
      #"{"time":"2026-03-01T07:40","type":"eten","detail":"brokken"}"#,
      #"{"time":"2026-03-01T07:40","type":"eten","detail":"brokken"}"#,
    ].joined(separator: "\n"),
    "data/2026-03-02.jsonl": [
      #"{"id":"\#(id(1).uuidString)","time":"2026-03-02T08:00:00+01:00","type":"poepen"}"#,
      #"{"time":"2026-03-02T07:50+01:00","type":"zwemmen","location":"vloer","duration_min":"ten"}"#,
      #"{"time":"2026-03-02T07:4"#, "", "   ", #"{"type":"eten"}"#,
      #"{"time":"gisteren","type":"eten"}"#, #"["eten"]"#,
      #"{"time":"2026-02-30T07:40","type":"eten"}"#,
    ].joined(separator: "\r\n"),
    "data/photo.jpg": "…", "data/2026-3-2.jsonl": "{}",
  ]

  private static func dose(_ number: Int) -> String {
    #"{"id":"\#(id(number).uuidString)","medication_id":"m","time_id":"t","date":"2026-03-01T00:00:00+01:00","completed_at":"2026-03-01T08:00:00+01:00"}"#
  }

  @Test func `OL-1: every line of a tree is accounted for, and a repeat adds nothing`()
    async throws
  {
    let (tree, log) = (try OllieTree(Self.files), try puppyLog())
    let report = try await tree.run(into: log)
    func counts(_ name: String) -> [Int]? {
      report.files.first { $0.name == name }.map {
        [$0.counts.imported, $0.counts.skipped, $0.counts.quarantined]
      }
    }
    #expect(counts("profile.json") == [1, 0, 0])
    #expect(counts("spots.json") == [1, 0, 1])
    #expect(counts("mastered-skills-v2.json") == [1, 0, 0])
    #expect(counts("mastered-skills.json") == [1, 1, 1])
    #expect(counts("socialization.json") == [2, 0, 0])
    #expect(counts("data/medication-completions.jsonl") == [2, 0, 0])
    #expect(counts("medication-completions.jsonl") == [0, 1, 0])
    #expect(counts("data/2026-03-01.jsonl") == [4, 0, 0])
    #expect(counts("data/2026-03-02.jsonl") == [1, 1, 5])
    let all = report.counts
    #expect(all.imported + all.skipped + all.quarantined == all.rows)
    #expect(report.passedOver.map(\.name).sorted() == ["2026-3-2.jsonl", "photo.jpg"])
    let token = try log.token
    let again = try await tree.run(into: log)
    #expect(again.counts.imported == 0)
    #expect(again.counts.unchanged == all.imported)
    #expect(try log.token == token)
  }

  @Test func `OL-1: bad lines are told with file, line and reason`() throws {
    let (tree, log) = (try OllieTree(Self.files), try puppyLog())
    let quarantined = try Import(tree.source()).plan(in: log.store).report.quarantined
      .filter { $0.position.file == "data/2026-03-02.jsonl" }
    #expect(quarantined.map(\.position.line) == [3, 6, 7, 8, 9])
    #expect(quarantined.map(\.column) == [nil, "time", "time", nil, "time"])
    #expect(quarantined.map(\.rawText)[2] == #"{"time":"gisteren","type":"eten"}"#)
    #expect(quarantined[2].reason == "“gisteren” cannot be read as “time”.")
  }

  @Test func `OL-1: minutes, unknown words and unknown keys are kept`() async throws {
    let (tree, log) = (try OllieTree(Self.files), try puppyLog())
    let report = try await tree.run(into: log)
    let entries = try log.entries()
    #expect(entries.map(\.type.rawValue) == ["zwemmen", "coverageGap", "plassen", "eten", "eten"])
    // The first of the two lines with one id.
    #expect(entries[2].time == date("2026-03-01T07:00:00Z"))
    #expect(entries[0].place == Place(rawValue: "vloer"))
    #expect(entries[0].minutes == nil)
    #expect(entries[1].time == date("2026-03-01T20:10:30Z") + 0.25)
    // Without a zone it is the device's.
    #expect(entries[3].time == date("2026-03-01T06:40:00Z"))
    #expect(report.count(of: .unknownEnum) == 1)
    #expect(
      report.warnings.map(\.code.rawValue) == ["unknownEnum", "unreadableField", "zoneAssumed"])
    #expect(
      try OllieExport.days(of: log.store, zone: amsterdam)["2026-03-01.jsonl"]?
        .contains(#""detail":"brokken""#) == true)
    #expect(try log.all(PuppyProfile.self).map(\.isPremium) == [true])
    #expect(try log.all(MasteredSkill.self).map(\.skill).sorted() == ["paw", "sit"])
    #expect(try log.all(MasteredSkill.self).compactMap(\.masteredAt).count == 1)
    #expect(try log.all(Exposure.self).map(\.reaction) == ["neutraal"])
    #expect(try log.all(WalkSpot.self).map(\.visits) == [3])
  }

  /// A seed made by us after what is known of the app's own: 243 lines without ids, 181 of them
  /// without seconds, some with places and keys that the app does not know.
  @Test func `OL-1: 243 of 243 lines of a seed are retained`() async throws {
    let seed = try #require(Bundle.module.url(forResource: "Seed", withExtension: nil))
    let log = try puppyLog()
    let source = try OllieFolder(seed, zone: amsterdam)
    let report = try await Import(source).run(into: log.store)
    #expect(report.counts.imported == 243)
    #expect(report.counts.rows == 243)
    #expect(try log.entries().count == 243)
    let days = try OllieExport.days(of: log.store, zone: amsterdam)
    #expect(days.count == source.originals.count)
    for (name, text) in days {
      let file = seed.appendingPathComponent("data/\(name)")
      #expect(text == (try String(contentsOf: file, encoding: .utf8)), "\(name)")
    }
  }

  @Test func `an entry that moves to another day at the source moves here`() async throws {
    let told = #"{"id":"\#(id(1).uuidString)","time":"2026-03-01T08:00:00+01:00","type":"eten"}"#
    let (tree, log) = (try OllieTree(["data/2026-03-01.jsonl": told]), try puppyLog())
    _ = try await tree.run(into: log)
    try tree.write("", "data/2026-03-01.jsonl")
    try tree.write(told.replacing("03-01", with: "03-02"), "data/2026-03-02.jsonl")
    let report = try await tree.run(into: log)
    #expect(report.counts.changed == 1)
    #expect(try log.day(of: date("2026-03-01T12:00:00Z"), zone: amsterdam).rows.isEmpty)
    #expect(try log.day(of: date("2026-03-02T12:00:00Z"), zone: amsterdam).rows.count == 1)
  }

  @Test func `a time that is told more exactly here stays`() async throws {
    let told = #"{"id":"\#(id(1).uuidString)","time":"2026-03-01T08:00:25Z","type":"eten"}"#
    let (tree, log) = (try OllieTree(["data/2026-03-01.jsonl": told]), try puppyLog())
    _ = try await tree.run(into: log)
    try tree.write(told.replacing("08:00:25Z", with: "08:00Z"), "data/2026-03-01.jsonl")
    #expect(try await tree.run(into: log).counts.unchanged == 1)
    #expect(try log.entries().map(\.time) == [date("2026-03-01T08:00:25Z")])
  }

  @Test func `a folder without files of Ollie is refused`() throws {
    #expect(throws: InterchangeError.self) { try OllieTree().source() }
    #expect(throws: InterchangeError.self) { try OllieTree(["data/notes.txt": "x"]).source() }
    #expect(throws: InterchangeError.self) {
      try OllieFolder(URL(fileURLWithPath: "/nowhere/at/all"), zone: .gmt)
    }
  }

  @Test(arguments: [
    "", "\n\n", "[]", "{}", "null", "{\"time\"", "\u{0}", "{\"time\":1,\"type\":2}",
    #"{"time":"2026-03-01T08:00Z","type":"eten","type":"eten"}"#,
    #"{"time":"2026-03-01T24:00Z","type":"eten"}"#,
    #"{"time":"2026-03-01T08:00:60Z","type":"eten"}"#,
    #"{"time":"2026-03-01T08:00+24:00","type":"eten"}"#, #"{"time":"2026-03-01","type":"eten"}"#,
    String(repeating: "[", count: 100_000),
    #"{"time":"2026-03-01T08:00Z","type":"eten","note":""# + String(repeating: "x", count: 300_000)
      + #""}"#,
  ])
  func `a line that is none of an entry is put into quarantine, the others are read`(line: String)
    async throws
  {
    let good = #"{"time":"2026-03-01T08:00Z","type":"eten"}"#
    let tree = try OllieTree([
      "data/2026-03-01.jsonl": "\(line)\n\(good)", "spots.json": line, "profile.json": line,
      "mastered-skills-v2.json": line, "mastered-skills.json": line, "socialization.json": line,
      "medication-completions.jsonl": line,
    ])
    let log = try puppyLog()
    let report = try await tree.run(into: log)
    #expect(report.counts.imported == 1)
    #expect(report.counts.imported + report.counts.quarantined == report.counts.rows)
    #expect(try log.entries().count == 1)
  }

  @Test func `bytes that are no text are told`() async throws {
    let tree = try OllieTree(["data/2026-03-01.jsonl": ""])
    let bytes = [0xFF, 0xFE, 0x0A] + Array(#"{"time":"2026-03-01T08:00Z","type":"eten"}"#.utf8)
    try Data(bytes).write(to: tree.folder.appendingPathComponent("data/2026-03-01.jsonl"))
    let report = try await tree.run(into: try puppyLog())
    #expect(report.counts.imported == 1)
    #expect(report.counts.quarantined == 1)
  }
}
