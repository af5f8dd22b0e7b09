import Daybook
import Interchange
import Nursery
import NurseryInterchange
import Testing

/// Rows whose words, times and references are odd: nothing of them goes without a word.
struct OddRowTests {
  private static let baby = "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10"
  private let nursery: NeighbourStore

  init() throws { nursery = try NeighbourStore() }

  /// Nuzzle's file with one event of the baby, which `members` tells.
  private func nuzzle(_ members: String, isBabys: Bool = true) throws -> NuzzleFile {
    let whose = isBabys ? "\"babyId\": \"\(Self.baby)\"," : ""
    let text = """
      {"babies": [{"id": "\(Self.baby)", "name": "Noor"}],
      "events": [{"id": "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A11", \(whose) \(members)}]}
      """
    return try NuzzleFile(NeighbourStore.file(text, "a.json"), now: NeighbourStore.now)
  }

  private static let start = "\"startTime\": \"2026-10-20T08:00:00Z\""

  private func nara(_ type: String, _ cells: [(column: String, text: String)]) throws -> NaraFile {
    let fixed = [
      ("Type", type), ("Start Date/time", "x"), ("Start Date/time (Epoch)", "1792483200000"),
      ("_familyKey", "f"), ("_profileKey", "c"), ("_activityKey", "t"),
    ]
    let text = [(fixed + cells).map(\.0), (fixed + cells).map(\.1)].map(CSVText.row)
      .joined(separator: "\n")
    return try NaraFile(NeighbourStore.file(text, "nara.csv"), now: NeighbourStore.now)
  }

  @Test(arguments: [true, false])
  func `of two babies of one name a person says which a file of names is of`(
    isHuckleberry: Bool
  ) throws {
    let babies = [UUID.timeOrdered(), .timeOrdered()]
    try nursery.store.append { draft in
      for (baby, name) in zip(babies, ["Noor", "noor"]) {
        let created = date("2026-01-01T00:00:00Z")
        try draft.append(
          BabyEvent.created(BabyProfile(name: isHuckleberry ? name : "Noor", createdAt: created)),
          to: baby)
      }
    }
    let source: any ImportSource =
      isHuckleberry
      ? try HuckleberryFile(
        NeighbourStore.file("Type,Start,End,Duration\nBath,2026-10-20 12:00,,\n", "h.csv"),
        child: "Noor", zone: "UTC", now: NeighbourStore.now)
      : try BabyDashboardFiles(feeds: "Noor,2026-10-20T08:00:00.000Z,120.0,ml")
    let questions = try Import(source).plan(in: nursery.store).questions
    #expect(questions.flatMap(\.choices).map(\.answer).count == 3)
    let question = try #require(questions.first?.id)
    _ = try nursery.run(source, answers: [question: babies[1].uuidString])
    let owners =
      try nursery.all(FeedSession.self).map(\.baby)
      + nursery.all(ActivitySession.self).map(\.baby)
    #expect(owners == [babies[1]])
  }

  @Test(arguments: ["-9e18", "1e300", "-6000000000", "\"1750-01-01T00:00:00Z\"", "9e9"])
  func `a time of no year that there can be is told, and nothing is made of it`(
    time: String
  ) throws {
    let report = try nursery.run(nuzzle("\"type\": \"sleep\", \"startTime\": \(time)"))
    #expect(report.quarantined.count == 1)
    #expect(try nursery.all(SleepSession.self).isEmpty)
    let ended = try NeighbourStore()
    _ = try ended.run(nuzzle("\"type\": \"sleep\", \(Self.start), \"endTime\": \(time)"))
    #expect(try ended.all(SleepSession.self).isEmpty)
  }

  @Test func `a far time of another program is told too`() throws {
    let rows = "Noor,1750-10-20T08:00:00.000Z,120.0,ml\nNoor,2025-10-20T08:00:00.000Z,60.0,ml\n"
    let report = try nursery.run(BabyDashboardFiles(feeds: rows))
    #expect(report.quarantined.map(\.reason) == ["A time is of no year from 1900 to 2199."])
    #expect(try nursery.all(FeedSession.self).map(\.amount?.value) == [60])
  }

  @Test func `a birth that is no day is not one`() throws {
    let text = """
      {"babies": [{"id": "\(Self.baby)", "name": "Noor", "dateOfBirth": -9e18}], "events": []}
      """
    let report = try nursery.run(
      NuzzleFile(NeighbourStore.file(text, "a.json"), now: NeighbourStore.now))
    #expect(report.count(of: .unreadableDate) == 1)
    #expect(try nursery.all(BabyProfile.self).map(\.birthDate) == [nil])
  }

  @Test func `a word that Nuzzle does not have is told and kept`() throws {
    let report = try nursery.run(
      nuzzle("\"type\": \"diaper\", \"subtype\": \"blowout\", \"note\": \"bath\", \(Self.start)"))
    #expect(report.count(of: .unknownEnum) == 1)
    #expect(try nursery.all(DiaperChange.self).map(\.memo) == ["blowout\nbath"])
  }

  @Test(arguments: [("LEFT", FeedRoute.breast(.left), 0), ("middle", .other("breast"), 1)])
  func `a side is read in any case of its letters`(
    side: String, route: FeedRoute, warnings: Int
  ) throws {
    let report = try nursery.run(
      nuzzle("\"type\": \"feed\", \"subtype\": \"breast\", \"side\": \"\(side)\", \(Self.start)"))
    #expect(report.count(of: .unknownEnum) == warnings)
    #expect(try nursery.all(FeedSession.self).map(\.route) == [route])
  }

  @Test func `an event of a type that nobody knows does not run on`() throws {
    _ = try nursery.run(nuzzle("\"type\": \"growth\", \(Self.start)"))
    let found = try nursery.all(ActivitySession.self)
    #expect(found.map(\.end) == [date("2026-10-20T08:00:00Z")])
  }

  @Test func `an entry of nobody is told`() throws {
    let event = try nuzzle("\"type\": \"cry\", \(Self.start)", isBabys: false)
    #expect(try nursery.run(event).count(of: .noSubject) == 1)
    let feed = try BabyDashboardFiles(feeds: ",2025-10-20T08:00:00.000Z,60.0,ml\n")
    #expect(try NeighbourStore().run(feed).count(of: .noSubject) == 1)
  }

  @Test(arguments: [
    ("Pee, blowout", "Pee, blowout"), ("both, pee:large poo:small", "both, pee:large poo:small"),
    ("Pee", ""), ("poo", ""),
  ])
  func `what stands beside the words of Huckleberry's diapers is kept`(
    words: String, memo: String
  ) throws {
    let text =
      "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\n"
      + "Diaper,2026-10-20 12:30,,,,,\"\(words)\",\n"
    _ = try nursery.run(
      HuckleberryFile(
        NeighbourStore.file(text, "huckleberry.csv"), child: "Noor", zone: "UTC",
        now: NeighbourStore.now))
    #expect(try nursery.all(DiaperChange.self).map { $0.memo ?? "" } == [memo])
  }

  @Test(arguments: [("Blowout", "Blowout"), ("Wet and dirty", ""), ("Wet, leaked", "Wet, leaked")])
  func `what stands beside the words of Nara's diapers is kept`(
    words: String, memo: String
  ) throws {
    _ = try nursery.run(nara("Diaper", [("[Diaper] Type", words)]))
    #expect(try nursery.all(DiaperChange.self).map { $0.memo ?? "" } == [memo])
  }

  @Test(arguments: [
    ("40", "", "90", 1), ("40", "50", "90", 0), ("40", "20", "90", 2), ("90", "", "90", 0),
  ])
  func `parts that are not the whole are told`(
    milk: String, formula: String, whole: String, count: Int
  ) throws {
    let cells = [("Breast Milk ", milk), ("Formula ", formula), ("", whole)].flatMap {
      [
        ("[Bottle Feed] \($0)Volume", $1),
        ("[Bottle Feed] \($0)Volume Unit", $1.isEmpty ? "" : "ML"),
      ]
    }
    let report = try nursery.run(nara("Bottle Feed", cells))
    #expect(report.cells.filter { $0.outcome == .changed }.count == count)
    #expect(try nursery.all(FeedSession.self).map(\.amount?.value) == [Double(whole)])
  }
}
