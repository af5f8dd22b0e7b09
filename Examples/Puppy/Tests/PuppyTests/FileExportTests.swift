import Daybook
import Foundation
import Interchange
import Puppy
import Testing

/// The files beside the days.
struct FileExportTests {
  /// As the app writes them and as somebody wrote them by hand: blanks, orders, unknown members,
  /// elements that cannot be read, one that stands twice.
  private static let files = [
    "profile.json": """
    { "homeDate":"2026-02-14T00:00:00Z", "name":"Ollie","x":[1, {"y":null}],
      "mealSchedule":{"mealsPerDay":3,"portions":[]}, "birthDate":"2025-12-20T00:00:00Z",
      "id":"\(id(40).uuidString)","isPremiumUnlocked":true }

    """,
    "spots.json": """
    [ {"name":"Park","latitude":52.10,"id":"\(id(50).uuidString)","longitude":4.3,"poster":1},
      {"name":"Bos"},
      {"id":"\(id(51).uuidString)","name":"Strand","latitude":52,"longitude":4e0} ]
    """,
    "mastered-skills-v2.json":
      #"[{"id":"\#(id(60).uuidString)","skill_id":"sit","mastered_at":"2026-03-02T10:00:00Z"}]"#,
    "mastered-skills.json": "[\"sit\", \"p\\u0061w\",7 ]\n",
    "socialization.json": """
    {"startedDate":"2026-02-15T00:00:00Z","exposuresByItem":{"tram":[],
    "bike":[\(exposure(70)) , \(exposure(71))],"x":5},"z":0}
    """,
    "medication-completions.jsonl": "\(dose(80))\r\n\r\nnothing\r\n",
    "data/medication-completions.jsonl": "\n\(dose(80))\n\(dose(nil))\n\(dose(nil))",
    "data/2026-03-01.jsonl":
      #"{"id":"\#(id(1).uuidString)","time":"2026-03-01T08:00:00+01:00","type":"plassen"}"#,
  ]

  private static func dose(_ number: Int?) -> String {
    let id = number.map { #""id":"\#(PuppyTests.id($0).uuidString)","# } ?? ""
    return "{\(id)"
      + #""medication_id":"m","time_id":"t","date":"2026-03-01T00:00:00+01:00","completed_at":"2026-03-01T08:00:00+01:00","n":1}"#
  }

  private static func exposure(_ number: Int) -> String {
    #"{"item_id":"bike","id":"\#(id(number).uuidString)","date":"2026-03-03T10:00:00Z","reaction":"neutraal","modified_at":"2026-03-03T10:00:00Z","created_at":"2026-03-03T10:00:00Z"}"#
  }

  private func imported(_ files: [String: String] = FileExportTests.files) async throws -> PuppyLog
  {
    let log = try puppyLog()
    _ = try await OllieTree(files).run(into: log)
    return log
  }

  private func find<Value: KeptValue>(
    in log: PuppyLog, _ type: Value.Type, where matches: (Value) -> Bool
  ) throws -> ID<Kept<Value>> {
    let all = try log.store.read { try $0.entities(of: Kept<Value>.self) }
    return try #require(all.first { matches($0.value) }).id
  }

  @Test func `every file that was imported comes out byte for byte`() async throws {
    let log = try await imported()
    #expect(try OllieExport.files(of: log.store, zone: amsterdam) == Self.files)
    // A purge forgets how everything came to be what it is, but not the files.
    try await log.store.purge(before: try log.token)
    let files = try OllieExport.files(of: log.store, zone: amsterdam)
    #expect(
      files.filter { !$0.key.hasPrefix("data/2") }
        == Self.files.filter { !$0.key.hasPrefix("data/2") })
  }

  @Test func `the seed of 243 lines and its files come out byte for byte`() async throws {
    let seed = try #require(Bundle.module.url(forResource: "Seed", withExtension: nil))
    let log = try puppyLog()
    let source = try OllieFolder(seed, zone: amsterdam)
    _ = try await Import(source).run(into: log.store)
    let files = try OllieExport.files(of: log.store, zone: amsterdam)
    #expect(files.keys.sorted() == source.originals.map(\.name).sorted())
    for (name, text) in files {
      let file = seed.appendingPathComponent(name)
      #expect(text == (try String(contentsOf: file, encoding: .utf8)), "\(name)")
    }
  }

  @Test(
    arguments: [
      "spots.json", "mastered-skills-v2.json", "mastered-skills.json", "profile.json",
      "socialization.json",
    ], ["", "[{\"name\":", "\u{FEFF}[]", "{\"a\":1}", "null"])
  func `a file that nobody can read comes out byte for byte`(
    name: String, text: String
  ) async throws {
    var files = Self.files
    files[name] = text
    let log = try await imported(files)
    #expect(try OllieExport.files(of: log.store, zone: amsterdam) == files)
  }

  @Test func `what is new takes no place of what nobody can read`() async throws {
    let log = try await imported(Self.files.merging(["spots.json": "[{\"name\":"]) { $1 })
    var spot = WalkSpot()
    (spot.name, spot.latitude, spot.longitude) = ("Dunes", 52.5, 4)
    try await log.record(spot)
    let files = try OllieExport.files(of: log.store, zone: amsterdam)
    #expect(files["spots.json.unreadable"] == "[{\"name\":")
    #expect(files["spots.json"]?.contains("Dunes") == true)
  }

  @Test func `of a value that was edited the members that differ are written anew`()
    async throws
  {
    let log = try await imported()
    try await log.change(find(in: log, WalkSpot.self) { $0.name == "Park" }) { $0.latitude = 53 }
    try await log.change(find(in: log, PuppyProfile.self) { _ in true }) { profile in
      (profile.name, profile.isPremium) = ("Olli", false)
    }
    try await log.change(find(in: log, Exposure.self) { _ in true }) { $0.reaction = nil }
    let files = try OllieExport.files(of: log.store, zone: amsterdam)
    #expect(
      files["spots.json"]
        == Self.files["spots.json"]?.replacing(
          #"{"name":"Park","latitude":52.10,"#, with: #"{"name":"Park","latitude":53,"#))
    #expect(
      files["profile.json"] == """
        {"homeDate":"2026-02-14T00:00:00Z","name":"Olli","x":[1, {"y":null}],\
        "mealSchedule":{"mealsPerDay":3,"portions":[]},"birthDate":"2025-12-20T00:00:00Z",\
        "id":"\(PuppyTests.id(40).uuidString)","isPremiumUnlocked":true,\
        "legacyPremiumUnlocked":false}
        """)
    #expect(files["socialization.json"]?.contains(#""reaction""#) == true)
    #expect(
      files["socialization.json"]?.ranges(of: #""reaction":"neutraal""#).count == 1)
    try await log.undo()
    try await log.undo()
    try await log.undo()
    #expect(try OllieExport.files(of: log.store, zone: amsterdam) == Self.files)
  }

  @Test func `what was deleted goes from every file, and what nobody could read stays`()
    async throws
  {
    let log = try await imported()
    try await log.delete(find(in: log, WalkSpot.self) { $0.name == "Park" })
    try await log.delete(find(in: log, MasteredSkill.self) { $0.skill == "sit" })
    try await log.delete(
      find(in: log, MedicationCompletion.self) { _ in true })
    for number in [70, 71] {
      try await log.delete(ID<Kept<Exposure>>(PuppyTests.id(number)))
    }
    let files = try OllieExport.files(of: log.store, zone: amsterdam)
    #expect(
      files["spots.json"] == """
        [ {"name":"Bos"},
          {"id":"\(PuppyTests.id(51).uuidString)","name":"Strand","latitude":52,"longitude":4e0} ]
        """)
    #expect(files["mastered-skills-v2.json"] == "[]")
    #expect(files["mastered-skills.json"] == "[\"p\\u0061w\",7 ]\n")
    #expect(
      files["socialization.json"]
        == #"{"startedDate":"2026-02-15T00:00:00Z","exposuresByItem":{"tram":[],"bike":[],"x":5},"z":0}"#
    )
    let doses = [
      files["medication-completions.jsonl"], files["data/medication-completions.jsonl"],
    ]
    #expect(doses.map { $0?.ranges(of: "medication_id").count } == [0, 2])
    #expect(doses[0] == "nothing\r\n")
  }

  @Test func `what was made here comes at the end, or makes a file`() async throws {
    let (log, empty) = (try await imported(), try puppyLog())
    var spot = WalkSpot()
    (spot.name, spot.latitude, spot.longitude) = ("Dunes", 52.5, 4)
    var exposure = Exposure()
    (exposure.item, exposure.time) = ("horse", date("2026-03-04T10:00:00Z"))
    var dose = MedicationCompletion()
    (dose.medication, dose.completedAt) = ("w", date("2026-03-04T10:00:00Z"))
    for log in [log, empty] {
      try await log.record(spot)
      try await log.master("stay", at: date("2026-03-04T10:00:00Z"))
      try await log.record(exposure)
      try await log.record(dose)
    }
    let made = try OllieExport.files(of: empty.store, zone: amsterdam)
    #expect(
      made.keys.sorted() == [
        "data/medication-completions.jsonl", "mastered-skills-v2.json", "socialization.json",
        "spots.json",
      ])
    let own = try find(in: empty, WalkSpot.self) { _ in true }
    #expect(
      made["spots.json"] == """
        [{"id":"\(own)","name":"Dunes","latitude":52.5,"longitude":4,"is_favorite":false,\
        "visit_count":1}]
        """)
    // Read again, they are the same values.
    let again = try await imported(made)
    #expect(try again.all(WalkSpot.self) == empty.all(WalkSpot.self))
    #expect(try again.all(Exposure.self) == empty.all(Exposure.self))
    #expect(try again.skills() == empty.skills())
    #expect(try OllieExport.files(of: again.store, zone: amsterdam) == made)
    let both = try OllieExport.files(of: log.store, zone: amsterdam)
    #expect(both["spots.json"]?.hasSuffix(#","visit_count":1} ]"#) == true)
    #expect(
      both["data/medication-completions.jsonl"]?
        .hasPrefix(Self.files["data/medication-completions.jsonl"] ?? "?") == true)
    #expect(both["socialization.json"]?.contains(#""horse":[{"#) == true)
  }
}
