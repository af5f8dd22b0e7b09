import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// How Baby Buddy's files are known: by their names, or by their columns.
struct BabyBuddyNameTests {
  private static let child = "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n"
  private static let feeding =
    "id,child_id,start,end,type,method,amount\n"
    + "2,1,2026-10-20 12:00:00,2026-10-20 12:10:00,formula,bottle,120.0\n"
  private static let diaper =
    "id,child_id,time,wet,solid,color\n1,1,2026-10-20 12:15:00,0,0,\n"

  @Test(arguments: [
    ["Child-2026-11-20.csv", "Feeding-2026-11-20.csv", "DiaperChange-2026-11-20 (1).csv"],
    ["child (2).csv", "feeding.csv", "mine.csv"], ["a.csv", "b.csv", "c.CSV"],
  ])
  func `files are known by the names of a download and by their columns`(names: [String]) throws {
    let folder = try TemporaryFolder([
      names[0]: Self.child, names[1]: Self.feeding, names[2]: Self.diaper,
    ])
    let source = try folder.babyBuddy()
    #expect(source.files.map(\.name) == names)
    #expect(source.passedOver.isEmpty)
    let export = try SourceRows(source)
    #expect(export.children.map(\.name) == ["Noor Vos"])
    #expect(export.feedings.count == 1)
    #expect(export.diapers.count == 1)
  }

  @Test func `what lies beside the tables is told by name, whatever it is`() throws {
    let folder = try TemporaryFolder([
      "child.csv": Self.child, "feeding.tsv": Self.feeding, "sleep.xlsx": "PK\u{3}\u{4} xl/",
      ".hidden": "",
    ])
    let passed = try folder.babyBuddy().passedOver
    #expect(passed.map(\.name) == ["feeding.tsv", "sleep.xlsx"])
    #expect(passed.map(\.rows) == [1, nil])
    let advice = "an Excel workbook; save its sheet as CSV and name that file"
    #expect(passed.map(\.problem) == [nil, advice])
  }

  @Test func `two files of one table are refused, both by name`() throws {
    let folder = try TemporaryFolder([
      "child.csv": Self.child, "feeding.csv": Self.feeding, "Feeding-2026-11-20.csv": Self.feeding,
    ])
    let error = #expect(throws: InterchangeError.self) { try folder.babyBuddy() }
    #expect(error?.message.contains("Feeding-2026-11-20.csv and feeding.csv") == true)
  }

  @Test func `a file of a download's name that lacks a column is refused`() throws {
    let folder = try TemporaryFolder([
      "child.csv": Self.child, "Feeding-2026-11-20.csv": "id,child_id\n",
    ])
    let error = expectError(.missingColumn) { try folder.babyBuddy() }
    #expect(error?.file == "Feeding-2026-11-20.csv")
  }
}
