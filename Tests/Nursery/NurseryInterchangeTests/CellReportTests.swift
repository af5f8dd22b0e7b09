import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// What a report says of single cells, whichever program wrote the file.
struct CellReportTests {
  private func remarks(_ source: some ImportSource) throws -> [String] {
    let report = try Import(source).plan(in: NeighbourStore().store).report
    return report.cells.map { "\($0.first.line) \($0.column): \($0.count) \($0.outcome.rawValue)" }
  }

  private func huckleberry(_ rows: [String]) throws -> HuckleberryFile {
    let header =
      "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes,Logged By,Mood"
    return try HuckleberryFile(
      NeighbourStore.file(([header] + rows).joined(separator: "\n"), "huckleberry.csv"),
      child: "Noor", zone: "UTC", now: NeighbourStore.now)
  }

  @Test func `a column that no row uses is told with its cells, and one without content is not`()
    throws
  {
    let file = try huckleberry([
      "Feed,2026-10-20 12:00,,,Formula,Bottle,110ml,,Ada,",
      "Diaper,2026-10-20 12:30,,,,,Dry,,Ben,",
    ])
    #expect(try remarks(file) == ["2 Logged By: 2 unread"])
    let report = try Import(file).plan(in: NeighbourStore().store).report
    #expect(report.files.map(\.unknownColumns) == [["Logged By"]])
    #expect(report.count(of: .unknownColumn) == 1)
  }

  @Test func `a column that rows ask for and the file lacks is told`() throws {
    let text =
      "Type,Start,Start Condition,Start Location,End Condition,Note\n"
      + "Feed,2026-10-20 12:00,Formula,Bottle,110ml,hungry\n"
    let file = try HuckleberryFile(
      NeighbourStore.file(text, "huckleberry.csv"), child: "Noor", zone: "UTC",
      now: NeighbourStore.now)
    let report = try Import(file).plan(in: NeighbourStore().store).report
    #expect(report.files.map(\.absentColumns) == [["Duration", "End", "Notes"]])
    #expect(report.files.map(\.unknownColumns) == [["Note"]])
    #expect(report.count(of: .absentColumn) == 3)
  }

  @Test func `a column that may be missing is not told of`() throws {
    let file = try CSVFile(
      NeighbourStore.file("a,b\n1,2\n", "a.csv"), required: ["a"], isOptional: { $0 == "c" })
    try file.forEachRow { row in
      #expect(row["c"].isEmpty && row.value("d") { $0 } == nil && row.peek("e").isEmpty)
    }
    #expect(file.importFile.cells?.absentColumns == ["d"])
  }

  @Test func `a cell that a row does not use is told, although others use its column`() throws {
    let file = try huckleberry([
      "Sleep,2026-10-20 12:00,2026-10-20 12:10,0:10,,Crib,,,,",
      "Growth,2026-10-20 12:30,,0:10,4kg,,,,,",
    ])
    #expect(try remarks(file) == ["3 Duration: 1 unread"])
    #expect(
      try Import(file).plan(in: NeighbourStore().store).report.files.map(\.unknownColumns) == [[]])
  }

  @Test func `a cell that is read as nothing is told`() throws {
    let file = try huckleberry([
      "Bath,2026-10-20 12:00,,ten minutes,,,,,,", "Feed,2026-10-20 13:00,,,both,Breast,00:05L,,,",
    ])
    #expect(try remarks(file) == ["2 Duration: 1 nothing", "3 Start Condition: 1 nothing"])
  }

  @Test func `a row that cannot be read is told whole, and not by its cells`() throws {
    let file = try huckleberry([
      "Bath,2026-10-20 12:00,,,,,,,,", "Bath,yesterday,,0:10,,,,,Ada,sad",
    ])
    #expect(try remarks(file).isEmpty)
  }

  @Test func `an end that an entry does not have, and a duration of other parts, are told`() throws
  {
    let file = try huckleberry([
      "Diaper,2026-10-20 12:00,2026-10-20 12:10,,,,Pee,,,",
      "Growth,2026-10-20 12:30,2026-10-20 12:40,,4kg,,,,,",
      "Bath,2026-10-20 13:00,,2026-10-20 10:33:00,,,,,,",
    ])
    #expect(try Set(remarks(file)) == ["4 Duration: 1 nothing", "2 End: 2 unread"])
  }

  @Test func `a time of Nara's without its number is told or refused`() throws {
    let columns = [
      "Type", "Start Date/time", "Start Date/time (Epoch)", "[Bottle Feed] Breast Milk Volume",
      "[Bottle Feed] Breast Milk Volume Unit", "[Bottle Feed] End Date/time",
      "[Sleep] End Date/time", "_familyKey", "_profileKey", "_activityKey",
    ]
    let rows = [
      [
        "Bottle Feed", "2026-10-20 10:00:00", "1792483200000", "40", "ML", "10:25", "", "f", "c",
        "t",
      ],
      ["Sleep", "2026-10-20 10:00:00", "1792483200000", "", "", "", "soon", "f", "c", "u"],
    ]
    let text = ([columns] + rows).map(CSVText.row).joined(separator: "\n")
    let file = try NaraFile(NeighbourStore.file(text, "nara.csv"), now: NeighbourStore.now)
    let report = try Import(file).plan(in: NeighbourStore().store).report
    #expect(report.cells.map(\.column) == ["[Bottle Feed] End Date/time"])
    #expect(report.quarantined.map(\.column) == ["[Sleep] End Date/time"])
  }

  @Test func `cells beyond the header are told by their place`() throws {
    let file = try huckleberry(["Bath,2026-10-20 12:00,,,,,,,,,what,"])
    #expect(try remarks(file) == ["2 column 11: 1 unread"])
  }

  @Test func `a volume that another unit took in is told as changed`() throws {
    let columns = [
      "Type", "Start Date/time", "Start Date/time (Epoch)", "[Bottle Feed] Breast Milk Volume",
      "[Bottle Feed] Breast Milk Volume Unit", "[Bottle Feed] Formula Volume",
      "[Bottle Feed] Formula Volume Unit", "_familyKey", "_profileKey", "_activityKey",
    ]
    let row = [
      "Bottle Feed", "2026-10-20 10:00:00", "1792483200000", "40", "ML", "2", "FLOZ", "f", "c", "t",
    ]
    let text = [columns, row].map(CSVText.row).joined(separator: "\n")
    let file = try NaraFile(NeighbourStore.file(text, "nara.csv"), now: NeighbourStore.now)
    #expect(try remarks(file) == ["2 [Bottle Feed] Formula Volume: 1 changed"])
  }

  @Test func `Baby Buddy's columns that say what others say are not told`() throws {
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date,slug,picture\n"
        + "1,Noor,Vos,2026-06-01,n,a.jpg\n",
      "sleep.csv": "id,child_id,child_first_name,child_last_name,start,end,duration,nap,mood\n"
        + "1,1,Noor,Vos,2026-10-20 12:00:00,2026-10-20 12:10:00,0:10:00,1,good\n",
    ])
    #expect(try remarks(try folder.babyBuddy()) == ["2 picture: 1 unread", "2 mood: 1 unread"])
  }

  @Test func `columns that BabyDashboard does not have are told, with a header and without`()
    throws
  {
    let row = "Noor,2026-10-20T08:00:00.000Z,120.0,ml,solid,Ada"
    let header = "babyName,timestamp,amountValue,amountUnit,feedType,author"
    #expect(
      try remarks(BabyDashboardFiles(feeds: "\(header)\n\(row)\n")) == ["2 author: 1 unread"])
    #expect(try remarks(BabyDashboardFiles(feeds: row)) == ["1 column 6: 1 unread"])
  }

  @Test func `members of Nuzzle's file that nobody reads, or that are of another sort, are told`()
    throws
  {
    let baby = "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10"
    let text = """
      {"version": 1, "photos": ["a"], "babies": [{"id": "\(baby)", "name": " Noor "}],
      "events": [{"id": "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A11", "babyId": "\(baby)",
      "type": "feed", "subtype": "bottle", "startTime": "2026-10-20T08:00:00Z", "amount": "120",
      "unit": "ml", "mood": "sad", "photo": null, "createdAt": 5}]}
      """
    let file = try NuzzleFile(NeighbourStore.file(text, "a.json"), now: NeighbourStore.now)
    #expect(
      try remarks(file) == [
        "1 amount: 1 nothing", "1 mood: 1 unread", "1 photos: 1 unread",
        "1 unit: 1 nothing",
      ])
    let nursery = try NeighbourStore()
    _ = try nursery.run(file)
    #expect(try nursery.all(BabyProfile.self).map(\.name) == ["Noor"])
  }

  @Test func `an event of a baby that is not there is not one of nobody`() throws {
    let text = """
      {"babies": [], "events": [{"id": "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A11", "type": "cry",
      "babyId": "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10", "startTime": "2026-10-20T08:00:00Z"}]}
      """
    let file = try NuzzleFile(NeighbourStore.file(text, "a.json"), now: NeighbourStore.now)
    let report = try Import(file).plan(in: NeighbourStore().store).report
    #expect(report.quarantined.map(\.column) == ["babyId"])
  }

  @Test func `nothing is imported when no row can be read`() throws {
    let nursery = try NeighbourStore()
    let work = Import(try huckleberry(["Bath,yesterday,,,,,,,,", "Bath,tomorrow,,,,,,,,"]))
    let plan = try work.plan(in: nursery.store)
    #expect(plan.report.counts.quarantined == 2)
    let token = try nursery.token
    let error = expectError(.nothingRead) { try work.commit(plan, to: nursery.store) }
    #expect(
      error?.message
        == "None of 2 rows can be read, the first on line 2 of huckleberry.csv: “yesterday” is not "
        + "a time in the form YYYY-MM-DD HH:MM. Nothing was imported.")
    #expect(try nursery.token == token)
    #expect(try nursery.all(BabyProfile.self).isEmpty)
  }

  @Test func `a child alone is not what was to be read`() throws {
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n",
      "note.csv": "id,child_id,time,note\n1,1,soon,a\n",
    ])
    let plan = try Import(try folder.babyBuddy()).plan(in: NeighbourStore().store)
    #expect(throws: InterchangeError.self) { try plan.checkReadable() }
    _ = try folder.file("note.csv", "id,child_id,time,note\n")
    try Import(try folder.babyBuddy()).plan(in: NeighbourStore().store).checkReadable()
  }

  private static let feed = "start,end,amount,type,method"
  private static let hour = "2026-10-20 12:00:00,2026-10-20 13:00:00"

  @Test(arguments: [
    (["0"], false), (["0.05"], false), (["30"], false), (["500"], false), ([""], false),
    (["501"], true), (["120", "960"], false), (["", "3500"], true), (["90", "960", "960"], true),
    (["90", "120", "3500", "960"], false),
  ])
  func `amounts are asked about when most are more than anybody drinks at once`(
    amounts: [String], isAsked: Bool
  ) throws {
    let rows = amounts.enumerated().map { "\($0 + 1),1,\(Self.hour),\($1),formula,bottle\n" }
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n",
      "feeding.csv": "id,child_id,\(Self.feed)\n" + rows.joined(),
    ])
    let plan = try Import(folder.babyBuddy()).plan(in: NeighbourStore().store)
    #expect(plan.questions.map(\.id) == (isAsked ? ["feeding:unit"] : []))
  }

  @Test(arguments: [
    ("temperature.csv", "temperature,time", "95.86,2026-10-20 12:00:00", "temperature:unit"),
    ("weight.csv", "weight,date", "400,2026-10-20", "weight:unit"),
    ("feeding.csv", Self.feed, "\(Self.hour),5000,formula,bottle", "feeding:unit"),
    ("feeding.csv", Self.feed, "\(Self.hour),0.04,formula,bottle", "feeding:unit"),
    ("feeding.csv", Self.feed, "\(Self.hour),10000000000,formula,bottle", "feeding:unit"),
    ("pumping.csv", "start,end,amount", "\(Self.hour),3501", "pumping:unit"),
  ])
  func `a value that no body has is asked about, and taken when it is right`(
    file: String, columns: String, cells: String, question: String
  ) throws {
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n",
      file: "id,child_id,\(columns)\n1,1,\(cells)\n",
    ])
    let source = try BabyBuddyFolder(
      folder.path,
      options: BabyBuddyOptions(
        zone: "UTC", units: [.weight: "kg", .temperature: "C", .volume: "mL"],
        now: NeighbourStore.now))
    let nursery = try NeighbourStore()
    let plan = try Import(source).plan(in: nursery.store)
    #expect(plan.questions.map(\.id) == [question])
    #expect(throws: InterchangeError.self) {
      try Import(source).commit(plan, to: nursery.store)
    }
    _ = try nursery.run(source, answers: [question: "keep"])
    #expect(
      try nursery.all(BodyMeasurement.self).count + nursery.all(FeedSession.self).count
        + nursery.all(PumpingSession.self).count == 1)
    // What is here is not asked about again.
    #expect(try Import(source).plan(in: nursery.store).questions.isEmpty)
  }
}
