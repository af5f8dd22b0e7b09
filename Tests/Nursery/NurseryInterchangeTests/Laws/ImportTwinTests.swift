import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// Rows that say what an entry says which is here already, by whatever way it came.
struct ImportTwinTests {
  private let folder: TemporaryFolder
  private let nursery: NeighbourStore

  init() throws {
    nursery = try NeighbourStore()
    folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,,2026-06-01\n",
      "feeding.csv": """
      id,child_id,start,end,amount,type,method
      1,1,2026-10-20 12:00:00,2026-10-20 12:00:00,110,formula,bottle
      2,1,2026-10-20 15:00:20,2026-10-20 15:00:20,90,formula,bottle
      3,1,2026-10-20 18:00:00,2026-10-20 18:00:00,60,formula,bottle

      """,
    ])
    _ = try nursery.run(
      HuckleberryFile(
        NeighbourStore.file(
          """
          Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes
          Feed,2026-10-20 12:00,,,Formula,Bottle,110ml,
          Feed,2026-10-20 15:00,,,Formula,Bottle,90ml,
          Feed,2026-10-20 18:00,,,Formula,Bottle,80ml,
          Diaper,2026-10-20 12:00,,,,,Wet,
          """, "huckleberry.csv"),
        child: "Noor", zone: "UTC", now: NeighbourStore.now))
  }

  private var noor: String {
    get throws {
      try nursery.store.read { try $0.view(CurrentProfiles.self).all()[0].id.uuidString }
    }
  }

  private func questions(_ answers: [String: String]) throws -> [ImportQuestion] {
    try Import(folder.babyBuddy(zone: "UTC"), answers: answers).plan(in: nursery.store).questions
  }

  @Test func `rows that say what another program's rows said are asked about`() throws {
    let child = ["child:1": try noor]
    let found = try questions(child)
    #expect(found.map(\.id) == ["feeding:twins"])
    #expect(
      found.map(\.text) == [
        "feeding.csv, line 2, says what an entry says that is here already, and another row is like "
          + "it; is it that entry?"
      ])
    #expect(found.flatMap(\.choices).map(\.answer) == ["same", "keep"])
    let wrong = child.merging(["feeding:twins": "yes"]) { $1 }
    let error = #expect(throws: InterchangeError.self) { try questions(wrong) }
    #expect(error?.message.hasSuffix("answer “same” or “keep”.") == true)
  }

  @Test(arguments: [("same", 4, 1, 1), ("keep", 6, 0, 0)])
  func `the answer says whether they are the entries that are here`(
    answer: String, feeds: Int, unchanged: Int, conflicts: Int
  ) throws {
    let answers = ["child:1": try noor, "feeding:twins": answer]
    let source = try folder.babyBuddy(zone: "UTC")
    let report = try nursery.run(source, answers: answers)
    #expect(try nursery.all(FeedSession.self).count == feeds)
    let counts = try #require(report.tables.first { $0.name == "feeding" }?.counts)
    // Of the one whose seconds differ, those that were here stay.
    #expect(counts.unchanged == unchanged && counts.conflicts == conflicts)
    // The rows are known from now on.
    let token = try nursery.token
    #expect(try nursery.run(source).counts.imported == 0)
    #expect(try nursery.token == token)
  }

  @Test(arguments: [
    ("Feed,2026-10-20 20:00,,,Formula,Bottle,70ml,", "70,formula,bottle"),
    ("Feed,2026-10-20 20:00,,,00:10L,Breast,00:05R,", ",breast milk,both breasts"),
  ])
  func `a feed whose end the importer has made is asked about, whatever end the other tells`(
    row: String, feed: String
  ) throws {
    let header =
      "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes\n"
    _ = try nursery.run(
      HuckleberryFile(
        NeighbourStore.file(header + row + "\n", "huckleberry.csv"), child: "Noor", zone: "UTC",
        now: NeighbourStore.now))
    let other = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,,2026-06-01\n",
      "feeding.csv": "id,child_id,start,end,amount,type,method\n"
        + "1,1,2026-10-20 20:00:00,2026-10-20 20:20:00,\(feed)\n",
    ])
    let plan = try Import(other.babyBuddy(zone: "UTC"), answers: ["child:1": noor])
      .plan(in: nursery.store)
    #expect(plan.questions.map(\.id) == ["feeding:twins"])
  }

  @Test func `a child of another name has no twins`() throws {
    #expect(try questions(["child:1": "new"]).isEmpty)
  }

  @Test func `an export of our own that lost its identifiers is asked about, child and entries`()
    throws
  {
    let own = try TemporaryFolder(inMemory: true)
    for (name, text) in try BabyBuddyExporter.export(nursery.store, zone: "UTC").files {
      _ = try own.file(name, text)
    }
    #expect(try nursery.run(own.babyBuddy(zone: "UTC")).counts.imported == 0)
    for name in ["child", "feeding", "diaperchange"] {
      let lines = try String(contentsOfFile: own.path("\(name).csv"), encoding: .utf8)
        .split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      let place = try #require(lines.first?.firstIndex(of: "daybook_id"))
      let rest = lines.map { line in
        line.indices.filter { $0 != place }.map { line[$0] }.joined(separator: ",")
      }
      _ = try own.file("\(name).csv", rest.joined(separator: "\n") + "\n")
    }
    let source = try own.babyBuddy(zone: "UTC")
    let first = try Import(source).plan(in: nursery.store).questions
    #expect(first.map(\.id) == ["child:1"])
    #expect(try first.flatMap(\.choices).map(\.answer) == ["new", noor])
    var answers = ["child:1": try noor]
    let second = try Import(source, answers: answers).plan(in: nursery.store).questions
    #expect(second.map(\.id) == ["diaperchange:twins", "feeding:twins"])
    for question in second { answers[question.id] = "same" }
    let report = try nursery.run(source, answers: answers)
    #expect(report.counts.imported == 0)
    #expect(try nursery.all(FeedSession.self).count == 3)
    #expect(try nursery.all(BabyProfile.self).count == 1)
  }

  @Test func `a row whose child_id and names are two children's is refused`() throws {
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n"
        + "2,Mats,Vos,2026-06-01\n",
      "note.csv": "id,child_id,child_first_name,child_last_name,time,note\n"
        + "1,1,Mats,Vos,2026-10-20 12:00:00,a\n2,2,Mats,Vos,2026-10-20 12:00:00,b\n"
        + "3,1,Nora,Vos,2026-10-20 12:00:00,c\n",
    ])
    let report = try nursery.run(
      folder.babyBuddy(zone: "UTC"), answers: ["child:1": "new", "child:2": "new"])
    #expect(
      report.quarantined.map(\.reason) == [
        "Child 1 is Noor Vos, and the row is named “Mats Vos”, who is another."
      ])
    #expect(try nursery.all(Note.self).count == 2)
  }
}
