import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// Files that a spreadsheet has saved again: other separators, decimals and times.
struct SpreadsheetTests {
  private static let header = [
    "Type", "Start", "End", "Duration", "Start Condition", "Start Location", "End Condition",
    "Notes",
  ]

  private func huckleberry(_ rows: [[String]], _ separator: String = ",") throws -> HuckleberryFile
  {
    let text = ([Self.header] + rows).map { $0.joined(separator: separator) }
    return try HuckleberryFile(
      NeighbourStore.file(text.joined(separator: "\r\n"), "huckleberry.csv"), child: "Noor",
      zone: "Europe/Amsterdam", now: NeighbourStore.now)
  }

  private func sleep(_ start: String, _ end: String = "") -> [String] {
    ["Sleep", start, end, "", "", "", "", ""]
  }

  @Test(arguments: [";", "\t"])
  func `semicolons and tabs separate cells as commas do`(separator: String) throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      try huckleberry(
        [["Feed", "2026-01-01 14:00", "", "", "Formula", "Bottle", "120,5ml", "nach, dem Bad"]],
        separator))
    #expect(report.counts.imported == 1)
    let feed = try #require(try nursery.all(FeedSession.self).first)
    #expect(feed.amount == Amount(120.5, .millilitre))
    #expect(feed.memo == "nach, dem Bad")
  }

  @Test(arguments: ["sep=;\r\n", "\u{FEFF}sep=;\n", "\"sep=;\"\n"])
  func `a first line that names the separator is none of the rows`(first: String) throws {
    let file = try CSVFile(
      NeighbourStore.file(first + "a;b\r\n1;\"2;3\"\r\n", "a.csv"), required: ["a", "b"])
    var cells: [[String]] = []
    try file.forEachRow { cells.append($0.fields) }
    #expect(cells == [["1", "2;3"]])
  }

  @Test func `Baby Buddy's files with semicolons and decimal commas are read`() throws {
    let folder = try TemporaryFolder([
      "child.csv": "id;first_name;last_name;birth_date;birth_time\n1;Noor;Vos;2026-06-01;\n",
      "feeding.csv": "\u{FEFF}id;child_id;child_first_name;child_last_name;start;end;type;method;"
        + "amount;notes;tags\n2;1;Noor;Vos;20.10.2026 12:00;20.10.2026 12:10;formula;bottle;"
        + "120,5;\"nach dem Bad; ruhig\";\n",
    ])
    let export = try folder.read()
    #expect(export.quarantined.isEmpty)
    let feed = try #require(export.feedings.first)
    #expect(feed.amount?.value == 120.5)
    #expect(feed.memo == "nach dem Bad; ruhig")
    #expect(feed.start == date("2026-10-20T10:00:00Z"))
  }

  @Test(arguments: [
    (["10/20/2026 6:09", "10/20/2026 7:07"], ["2026-10-20T04:09:00Z", "2026-10-20T05:07:00Z"]),
    (
      ["10/9/2026 6:05 PM", "10/20/2026 12:00 am"],
      ["2026-10-09T16:05:00Z", "2026-10-19T22:00:00Z"]
    ),
    (
      ["9/10/2026 18:05:30", "20/10/2026 12:00"], ["2026-10-09T16:05:30Z", "2026-10-20T10:00:00Z"]
    ),
    (["20-10-2026 12:00", "9-10-2026 12:00"], ["2026-10-20T10:00:00Z", "2026-10-09T10:00:00Z"]),
    (["9.10.2026 18:05", "10.10.2026 6:00"], ["2026-10-09T16:05:00Z", "2026-10-10T04:00:00Z"]),
  ])
  func `times as a spreadsheet writes them are read where one of them proves the order`(
    texts: [String], times: [String]
  ) throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(try huckleberry(texts.map { sleep($0) }))
    #expect(report.counts.quarantined == 0)
    #expect(Set(try nursery.all(SleepSession.self).map(\.start)) == Set(times.map { date($0) }))
  }

  @Test(arguments: [["10/9/2026 6:05"], ["20/10/2026 6:05", "10/20/2026 6:05"]])
  func `an order that nothing proves, or that two times deny, is asked for`(texts: [String]) {
    let error = expectError(.unanswered) { try huckleberry(texts.map { sleep($0) }) }
    #expect(error?.message.contains("spreadsheet") == true)
  }

  @Test(arguments: [
    (DateOrder.dayFirst, "2026-09-10T04:05:00Z"), (.monthFirst, "2026-10-09T04:05:00Z"),
  ])
  func `an order that is told is taken`(dates: DateOrder, time: String) throws {
    let nursery = try NeighbourStore()
    let text = [Self.header, sleep("10/9/2026 6:05")].map { $0.joined(separator: ";") }
    _ = try nursery.run(
      try HuckleberryFile(
        NeighbourStore.file(text.joined(separator: "\n"), "h.csv"), child: "Noor",
        zone: "Europe/Amsterdam", dates: dates, now: NeighbourStore.now))
    #expect(try nursery.all(SleepSession.self).map(\.start) == [date(time)])
  }

  @Test(arguments: [
    (Array("PK\u{3}\u{4}[Content_Types].xml".utf8), "Excel workbook"),
    (Array("PK\u{3}\u{4}feeding.csv".utf8), "ZIP archive"),
    ([0xD0, 0xCF, 0x11, 0xE0, 0, 0], "Excel"),
    (Array("SQLite format 3\0".utf8), "SQLite"), (Array(" {\"babies\": []}".utf8), "JSON"),
    (Array("[{\"id\": 1}]".utf8), "JSON"), (Array("<!DOCTYPE html><p>".utf8), "web page"),
    (Array("%PDF-1.7".utf8), "PDF"), ([0x1F, 0x8B, 8, 0], "gzip"),
  ])
  func `the first bytes say what a file is that is no CSV`(bytes: [UInt8], word: String) {
    let file = SourceFile(bytes: bytes, name: "a.csv")
    let error = expectError(.notCSV) { try CSVFile(file, required: ["Type"]) }
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `text in UTF-16 without a mark is read`(order: [Int]) throws {
    let bytes = "Type;Note\nA;é\n".utf16.flatMap { unit in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return order.map { pair[$0] }
    }
    let file = try CSVFile(SourceFile(bytes: bytes, name: "a.csv"), required: ["Type", "Note"])
    var notes: [String] = []
    try file.forEachRow { notes.append($0["Note"]) }
    #expect(notes == ["é"])
  }

  @Test func `a workbook for JSON is told as what it is`() {
    let file = SourceFile(bytes: Array("PK\u{3}\u{4}xl/workbook.xml".utf8), name: "a.json")
    let error = expectError(.notJSON) { try NuzzleFile(file, now: NeighbourStore.now) }
    #expect(error?.message.contains("Excel workbook") == true)
  }
}
