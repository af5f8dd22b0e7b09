import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// Cells of Baby Buddy, Nuzzle and BabyDashboard that can be no value, or are of another file.
struct OtherCellTests {
  private static let baby = "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10"
  private static let names = "child_first_name,child_last_name"

  private func report(_ source: some ImportSource) throws -> ImportReport {
    try Import(source).plan(in: NeighbourStore().store).report
  }

  /// What is said of a file of Baby Buddy's.
  private func babyBuddy(_ file: String, _ text: String) throws -> ImportReport {
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n", file: text,
    ])
    return try withExtendedLifetime(folder) { try report(folder.babyBuddy()) }
  }

  private func nuzzle(baby: String = "", _ members: String) throws -> NuzzleFile {
    let text = """
      {"babies": [{"id": "\(Self.baby)", "name": "Noor"\(baby)}],
      "events": [{"id": "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A11", "babyId": "\(Self.baby)",
      \(members)}]}
      """
    return try NuzzleFile(NeighbourStore.file(text, "a.json"), now: NeighbourStore.now)
  }

  // MARK: Baby Buddy

  @Test func `a duration that cannot be read is told`() throws {
    let told = try babyBuddy(
      "sleep.csv",
      "id,child_id,start,end,duration,nap\n"
        + "1,1,2026-10-20 12:00:00,2026-10-20 13:00:00,an hour,1\n")
    #expect(told.cells.map { "\($0.column): \($0.outcome.rawValue)" } == ["duration: nothing"])
    #expect(told.counts.imported == told.counts.rows)
  }

  @Test(arguments: [
    ("Noor,Vos", 0), ("Mats,Vos", 1), ("Noor,Jansen", 1), (",", 0), ("Noor,", 0), ("noor,VOS", 0),
  ])
  func `a name that is not that of the child is told`(name: String, count: Int) throws {
    let told = try babyBuddy(
      "sleep.csv",
      "id,child_id,\(Self.names),start,end,nap\n"
        + "1,1,\(name),2026-10-20 12:00:00,2026-10-20 13:00:00,1\n")
    #expect(told.count(of: ImportWarning(rawValue: "nameDiffers")) == count)
    #expect(told.counts.quarantined == 0)
  }

  @Test(arguments: [
    ("bmi", "bmi", "-16"), ("bmi", "bmi", "1600"), ("height", "height", "5"),
    ("height", "height", "-50"), ("headcircumference", "head_circumference", "4"),
    ("weight", "weight", "-3.2"),
  ])
  func `values that no body has are asked about`(
    table: String, column: String, value: String
  ) throws {
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n",
      "\(table).csv": "id,child_id,\(column),date\n1,1,\(value),2026-10-20\n",
    ])
    let plan = try Import(folder.babyBuddy()).plan(in: NeighbourStore().store)
    #expect(plan.questions.map(\.id) == ["\(table):unit"])
  }

  @Test func `a unit without a dosage is told`() throws {
    let told = try babyBuddy(
      "medication.csv",
      "id,child_id,name,dosage,dosage_unit,time\n1,1,Vitamin D,,drops,2026-10-20 12:00:00\n")
    #expect(told.cells.map { "\($0.column): \($0.outcome.rawValue)" } == ["dosage_unit: nothing"])
  }

  // MARK: Nuzzle

  @Test(arguments: ["startTime", "endTime"])
  func `seconds since 1970 are not taken for those since 2001`(member: String) throws {
    let start = member == "startTime" ? "" : "\"startTime\": \"2026-10-20T08:00:00Z\","
    let told = try report(nuzzle("\(start) \"type\": \"sleep\", \"\(member)\": 1792483200"))
    #expect(told.quarantined.map(\.column) == [member])
    let reason = told.quarantined.first?.reason ?? ""
    #expect(reason.contains("2057-10-") && reason.contains("2026-10-20"), "\(reason)")
  }

  @Test func `seconds since 2001 are read as such, also of what is planned`() throws {
    for seconds in ["814176000", "1000000000"] {
      let told = try report(nuzzle("\"type\": \"sleep\", \"startTime\": \(seconds)"))
      #expect(told.quarantined.isEmpty)
    }
  }

  @Test func `a birth in seconds since 1970 is told, and is none`() throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      nuzzle(
        baby: ", \"dateOfBirth\": 1780272000",
        "\"type\": \"cry\", \"startTime\": \"2026-10-20T08:00:00Z\""))
    #expect(report.count(of: .unreadableDate) == 1)
    #expect(try nursery.all(BabyProfile.self).map(\.birthDate) == [nil])
  }

  @Test func `when an event was written down is read, and what is no time is told`() throws {
    let start = "\"type\": \"cry\", \"startTime\": \"2026-10-20T08:00:00Z\""
    let told = try report(
      nuzzle(
        "\(start), \"createdAt\": \"2026-10-20T08:07:00Z\", \"updatedAt\": \"soon\", "
          + "\"photoUrls\": [\"a\", 1]"))
    #expect(told.quarantined == [])
    #expect(
      told.cells.map { "\($0.column): \($0.outcome.rawValue)" } == [
        "photoUrls: changed", "updatedAt: nothing",
      ])
    #expect(told.files.map(\.unknownColumns) == [[]])
  }

  @Test func `a zone that is none, and one that is not the file's, are told`() throws {
    let start = "\"type\": \"cry\", \"startTime\": \"2026-10-20T08:00:00Z\""
    let none = try report(nuzzle(baby: ", \"timezone\": \"Mars/Base\"", start))
    #expect(none.cells.map { "\($0.column): \($0.outcome.rawValue)" } == ["timezone: nothing"])
    let text = """
      {"babies": [{"id": "\(Self.baby)", "name": "Noor", "timezone": "Europe/Amsterdam"},
      {"id": "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A12", "name": "Mats", "timezone": "Asia/Tokyo"}],
      "events": []}
      """
    let two = try NuzzleFile(NeighbourStore.file(text, "a.json"), now: NeighbourStore.now)
    #expect(try report(two).count(of: .otherZone) == 1)
  }

  @Test func `a type and a subtype are known in any case of their letters`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(
      nuzzle(
        "\"type\": \"Feed\", \"subtype\": \"Formula\", \"startTime\": \"2026-10-20T08:00:00Z\""))
    let feeds = try nursery.all(FeedSession.self)
    #expect(feeds.map(\.content) == [.formula])
    #expect(feeds.map(\.route) == [.bottle])
  }

  @Test func `a side that Nuzzle does not have is kept`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(
      nuzzle(
        "\"type\": \"feed\", \"subtype\": \"breast\", \"side\": \"middle\", \"note\": \"quiet\", "
          + "\"startTime\": \"2026-10-20T08:00:00Z\""))
    #expect(try nursery.all(FeedSession.self).map(\.memo) == ["middle\nquiet"])
  }

  @Test(arguments: [
    ("\"bottle\", \"side\": \"left\", \"amount\": 60", "side"),
    ("\"formula\", \"unit\": \"oz\"", "unit"),
  ])
  func `a side of a bottle and a unit without an amount are told`(
    subtype: String, member: String
  ) throws {
    let told = try report(
      nuzzle(
        "\"type\": \"feed\", \"subtype\": \(subtype), \"startTime\": \"2026-10-20T08:00:00Z\""))
    #expect(told.cells.map { "\($0.column): \($0.outcome.rawValue)" } == ["\(member): nothing"])
  }

  // MARK: BabyDashboard

  @Test func `an amount in a unit that is in no sum is told`() throws {
    let told = try report(
      BabyDashboardFiles(feeds: "Noor,2025-10-20T08:00:00.000Z,4.0,oz,solid\n"))
    #expect(told.count(of: .unknownUnit) == 1)
  }

  @Test func `rows that say the same in a file without identifiers are told`() throws {
    let row = "Noor,2025-10-20T08:00:00.000Z,120.0,ml,solid\n"
    let other = "Noor,2025-10-20T08:00:00.000Z,90.0,ml,solid\n"
    let told = try report(BabyDashboardFiles(feeds: row + row + other + row))
    #expect(told.counts.imported == 4)
    #expect(told.count(of: .duplicateRow) == 2)
  }

  @Test func `a type is known in any case of its letters, and another word is told`() throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      BabyDashboardFiles(
        feeds: "Noor,2025-10-20T08:00:00.000Z,120.0,ml,Solid\n"
          + "Noor,2025-10-20T09:00:00.000Z,120.0,ml,breastmilk\n"))
    #expect(
      Set(try nursery.all(FeedSession.self).map(\.content)) == [.solidFood, .formula])
    #expect(report.cells.map { "\($0.column): \($0.outcome.rawValue)" } == ["feedType: nothing"])
    #expect(report.cells.first?.text == "breastmilk")
  }

  private static let diapers = "Noor,2025-10-20T08:00:00.000Z,pee\n"
  private static let feeds = "Noor,2025-10-20T08:00:00.000Z,120.0,ml\n"

  @Test func `diapers without a header that are given as feeds are told as what they are`() {
    let error = #expect(throws: InterchangeError.self) {
      try BabyDashboardFiles(feeds: Self.diapers)
    }
    #expect(
      error?.message
        == "feeds.csv holds diaper changes, not feeds: line 1 has “pee” where an amount belongs; "
        + "give it as the file of diapers.")
    let other = #expect(throws: InterchangeError.self) {
      try BabyDashboardFiles(diapers: Self.feeds)
    }
    #expect(
      other?.message
        == "diapers.csv holds feeds, not diaper changes: line 1 has “120.0” where “pee” or “poo” "
        + "belongs; give it as the file of feeds.")
  }

  @Test func `a diaper among feeds is refused by itself`() throws {
    let told = try report(BabyDashboardFiles(feeds: Self.feeds + Self.diapers))
    #expect(told.quarantined.map(\.column) == ["amountValue"])
    #expect(told.counts.imported == told.counts.rows - 1)
  }

  @Test func `no word is said to be kept that only the text of its row has`() {
    #expect(
      ImportWarning.unknownEnum.meaning
        == "the word is not known; the history has the row until a purge")
  }
}
