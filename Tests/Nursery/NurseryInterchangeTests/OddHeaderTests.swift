import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// Files that somebody has worked on: their headers, and rows that are not like the first.
struct OddHeaderTests {
  private static let child = "id,first_name,last_name,birth_date\n1,Noor,,2026-01-01\n"
  private static let feeds =
    "id,child_id,start,end,type,method,amount\n"
    + "1,1,2026-02-01 08:00:00,2026-02-01 08:10:00,formula,bottle,90\n"

  private func capital(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return ([lines[0].uppercased()] + lines.dropFirst().map(String.init)).joined(separator: "\n")
  }

  @Test func `columns of Baby Buddy count in capitals too`() throws {
    let (plain, nursery) = (try NeighbourStore(), try NeighbourStore())
    for (store, spell) in [(plain, { $0 }), (nursery, capital)] as [(_, (String) -> String)] {
      let folder = try TemporaryFolder([
        "child.csv": spell(Self.child), "feeding.csv": spell(Self.feeds),
      ])
      let report = try store.run(folder.babyBuddy(zone: "UTC"))
      #expect(report.counts.imported == 2 && report.cells.isEmpty)
    }
    #expect(try nursery.all(FeedSession.self) == plain.all(FeedSession.self))
  }

  @Test(arguments: ["Id", "ID", "child_id", "Child_ID", "\u{FEFF}\u{FEFF}id"])
  func `the numbers of children count however their column is written`(header: String) throws {
    let nursery = try NeighbourStore()
    let folder = try TemporaryFolder([
      "child.csv": "\(header),first_name,last_name,birth_date\n2,Ben,,2026-01-01\n"
        + "1,Noor,,2026-01-01\n",
      "feeding.csv": "\u{FEFF}\u{FEFF}" + Self.feeds,
    ])
    let report = try nursery.run(folder.babyBuddy(zone: "UTC"))
    #expect(report.counts.imported == 3 && report.cells.isEmpty && report.warnings.isEmpty)
    let feed = try #require(try nursery.all(FeedSession.self).first)
    let babies = try nursery.store.read { try $0.view(CurrentProfiles.self).all() }
    #expect(babies.first { $0.id == feed.baby }?.profile.name == "Noor")
    #expect(feed.source?.id == "1")
  }

  @Test func `columns of Huckleberry and Nara count in any case`() throws {
    let nursery = try NeighbourStore()
    let huckleberry = "type,start,END,Duration,Start Condition,Start Location,End Condition,Notes\n"
    for header in [huckleberry, huckleberry.uppercased()] {
      let file = try HuckleberryFile(
        NeighbourStore.file(header + "Feed,2026-10-20 12:00,,,Formula,Bottle,90ml,\n", "h.csv"),
        child: "Noor", zone: "UTC", now: NeighbourStore.now)
      #expect(try nursery.run(file).counts.rows == 1)
    }
    let nara =
      "Type,Profile Name,Start Date/time (Epoch),[Diaper] Type,_profileKey,_activityKey\n"
      .uppercased()
    let other = try NeighbourStore()
    let file = try NaraFile(
      NeighbourStore.file(nara + "Diaper,Noor,1792449000000,Wet,c,t\n", "n.csv"),
      now: NeighbourStore.now)
    #expect(try other.run(file).counts.imported == 1)
    #expect(try other.all(DiaperChange.self).map(\.wet) == [true])
    #expect(try nursery.all(FeedSession.self).map(\.amount?.value) == [90])
  }

  @Test func `columns of BabyDashboard may stand in any order`() async throws {
    let store = try EventStore.family()
    let report = try await store.takeDashboard(
      feeds: "feedType,amountUnit,mine,timestamp,babyName,amountValue\n"
        + "solid,mL,x,2026-02-01T08:00:00.000Z,Noor,90.0\n",
      diapers: "diaperType,timestamp,babyName\npoo,2026-02-01T09:00:00.000Z,Noor\n")
    #expect(report.counts.imported == 2)
    #expect(report.cells.map(\.column) == ["mine"])
    let feed = try #require(try store.feeds().first?.feed)
    #expect(feed.amount == Amount(90, .millilitre) && feed.feedType == .solid)
    #expect(try store.diapers().map(\.diaper.solid) == [true])
    // In the order of the app it says the same.
    let again = try await store.takeDashboard(
      feeds: "babyName,timestamp,amountValue,amountUnit,feedType\n"
        + "Noor,2026-02-01T08:00:00.000Z,90.0,mL,solid\n")
    #expect(again.isAllUnchanged)
  }

  @Test func `a time of BabyDashboard without a zone says what is missing`() throws {
    let files = try BabyDashboardFiles(
      feeds: "babyName,timestamp,amountValue,amountUnit\nNoor,2026-02-01T08:00:00,9,mL\n")
    let report = try Import(files).plan(in: .family()).report
    #expect(
      report.quarantined.map(\.reason) == [
        "“2026-02-01T08:00:00” tells no zone; write it behind the time, such as "
          + "2026-02-01T08:00:00Z."
      ])
  }

  @Test func `a column that is there twice is no obstacle where nothing needs it`() throws {
    let folder = try TemporaryFolder([
      "child.csv": Self.child,
      "feeding.csv": "id,child_id,start,end,type,method,amount,mine,mine\n"
        + "1,1,2026-02-01 08:00:00,2026-02-01 08:10:00,formula,bottle,90,a,b\n",
    ])
    let report = try NeighbourStore().run(folder.babyBuddy(zone: "UTC"))
    #expect(report.counts.imported == 2)
    #expect(report.cells.map(\.text) == ["a", "b"])
    let twice = SourceFile(bytes: Array("Start,Type,Start\n".utf8), name: "t.csv")
    let error = #expect(throws: InterchangeError.self) { try CSVFile(twice, required: ["Start"]) }
    #expect(error?.message == "t.csv has two columns named “Start”; take the wrong one out.")
  }

  @Test func `a table without a column it needs is passed over, and others are read`() throws {
    let folder = try TemporaryFolder([
      "child.csv": Self.child, "feeding.csv": Self.feeds,
      "sleep.csv": "id,child_id,start,nap\n1,1,2026-02-01 08:00:00,0\n",
    ])
    let report = try NeighbourStore().run(folder.babyBuddy(zone: "UTC"))
    #expect(report.counts.imported == 2)
    #expect(report.passedOver.map(\.name) == ["sleep.csv"])
    #expect(report.passedOver.first?.problem == "has no column “end”")
  }

  @Test func `a folder among the files is told as one`() throws {
    let folder = try TemporaryFolder(["child.csv": Self.child, "feeding.csv": Self.feeds])
    try FileManager.default.createDirectory(
      atPath: folder.path("other.csv"), withIntermediateDirectories: true)
    let source = try folder.babyBuddy(zone: "UTC")
    #expect(source.passedOver.map(\.problem) == ["a folder"])
    let error = #expect(throws: InterchangeError.self) { try SourceFile(folder.path) }
    #expect(error?.message.contains("is a folder; name the file in it.") == true)
  }

  @Test func `children and tags alone are nothing where no entry can be read`() throws {
    let folder = try TemporaryFolder([
      "child.csv": Self.child, "tag.csv": "id,name,color\n1,rash,#ff0000\n",
      "feeding.csv": Self.feeds.replacing("2026-02-01 08:00:00", with: "soon"),
    ])
    let plan = try Import(folder.babyBuddy(zone: "UTC")).plan(in: NeighbourStore().store)
    #expect(plan.report.counts.quarantined == 1)
    expectError(.nothingRead) { try plan.checkReadable() }
  }

  @Test func `rows that a spreadsheet has written are read after others`() throws {
    let rows = ["2026-10-20 12:00", "10/21/2026 6:05 pm", "10/1/2026 6:05 am"]
    let file = try HuckleberryFile(
      NeighbourStore.file(
        (["Type,Start,End"] + rows.map { "Bath,\($0)," }).joined(separator: "\n"), "h.csv"),
      child: "Noor", zone: "UTC", now: NeighbourStore.now)
    let nursery = try NeighbourStore()
    #expect(try nursery.run(file).counts.imported == 3)
    #expect(
      try nursery.all(ActivitySession.self).map(\.start).sorted()
        == ["2026-10-01T06:05:00Z", "2026-10-20T12:00:00Z", "2026-10-21T18:05:00Z"].map(date))
  }

  @Test func `of two rows of one profile of Nara the first counts, and the other says so`() throws {
    let file = try NaraFile(
      NeighbourStore.file(
        "Type,Profile Name,Start Date/time (Epoch),[Profile] Birth Date,_profileKey,_activityKey\n"
          + "Profile,Noor,,2026-01-01,c,\nProfile,Mina,,2026-01-02,c,\nProfile,Ada,,,,\n", "n.csv"),
      now: NeighbourStore.now)
    let nursery = try NeighbourStore()
    let report = try nursery.run(file)
    #expect(try nursery.all(BabyProfile.self).map(\.name) == ["Noor"])
    #expect(
      report.skipped.map(\.reason) == [
        "The row on line 2 tells of the profile already; the first counts.",
        "The row tells of a profile and has no _profileKey.",
      ])
    #expect(report.skipped.map(\.position.line) == [3, 4])
  }

  @Test func `a name that nobody can split any more is told`() throws {
    let nursery = try NeighbourStore()
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,van den Berg,2026-01-01\n"
    ])
    _ = try nursery.run(folder.babyBuddy(zone: "UTC"))
    #expect(try BabyBuddyExporter.export(nursery.store, zone: "UTC").losses.isEmpty)
    try nursery.store.purge(before: nursery.token)
    let export = try BabyBuddyExporter.export(nursery.store, zone: "UTC")
    #expect(
      export.losses.map(\.reason) == [
        "The history does not have its row any more, so the last word of its name is written as "
          + "the family name."
      ])
  }
}
