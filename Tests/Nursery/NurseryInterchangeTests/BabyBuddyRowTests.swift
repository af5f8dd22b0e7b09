import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

struct BabyBuddyRowTests {
  private static let child = "id,first_name,last_name,birth_date\n1,Ada,,2026-01-10\n2,Bob,B,\n"
  private static let header = "id,child_id,start,end,type,method,amount,notes,tags"

  private func read(
    feedings rows: [String], header: String = header, now: Date = .distantFuture
  ) throws -> SourceRows {
    try folder(feedings: rows, header: header).read(now: now)
  }

  private func folder(
    feedings rows: [String], header: String = header
  ) throws -> TemporaryFolder {
    try TemporaryFolder([
      "child.csv": Self.child, "tag.csv": "id,name\n3,Leak\n10,leak\n",
      "feeding.csv": ([header] + rows).joined(separator: "\r\n"),
    ])
  }

  private func feeding(
    _ id: Int, child: String = "1", _ start: String, _ end: String, type: String = "formula",
    amount: String = "", tags: String = ""
  ) -> String {
    "\(id),\(child),2026-\(start),2026-\(end),\(type),bottle,\"\(amount)\",,\"\(tags)\""
  }

  @Test(arguments: [
    (["02-01 10:00:00", "02-01 10:00:00", "formula", "5"], [ImportWarning.zeroLength]),
    (["02-01 10:00:00", "02-02 10:00:00", "formula", "5"], []),
    (["02-01 10:00:00", "02-02 10:00:01", "formula", "5"], [.over24h]),
    (["02-01 10:00:00", "02-01 09:00:00", "formula", "5"], [.endBeforeStart]),
    (["02-01 10:00:00", "02-01 10:05:00", "formula", "-1.5"], [.negativeAmount]),
    (["02-01 10:00:00", "02-01 10:05:00", "Tea", "0"], [.unknownEnum]),
    (["01-09 23:59:59", "01-10 00:05:00", "formula", ""], [.beforeBirth]),
    (["01-10 00:00:00", "01-10 00:05:00", "formula", ""], []),
    (["03-29 02:30:00", "03-29 03:40:00", "formula", ""], [.nonexistentTime]),
    (["10-25 02:30:00", "10-25 03:30:00", "formula", ""], [.ambiguousTime]),
  ])
  func `an odd row is kept with a warning`(cells: [String], warnings: [ImportWarning]) throws {
    let export = try read(feedings: [
      feeding(1, cells[0], cells[1], type: cells[2], amount: cells[3])
    ])
    #expect(export.quarantined.isEmpty)
    #expect(export["feeding"].map(\.warnings) == [warnings])
  }

  @Test func `what lies after the moment of the import is kept with a warning`() throws {
    let now = try Date("2026-02-01T09:02:00Z", strategy: .iso8601)
    let row = feeding(1, "02-01 10:00:00", "02-01 10:05:00")
    #expect(try read(feedings: [row], now: now)["feeding"].map(\.warnings) == [[.future]])
  }

  @Test(arguments: [
    ("feeding.csv", "id,child_id,start,type,method\n", "feeding.csv has no column “end”"),
    ("diaperchange.csv", "id,child_id,wet,solid\n", "diaperchange.csv has no column “time”"),
    ("child.csv", "id,last_name,birth_date\n", "child.csv has no column “first_name”"),
    ("tag.csv", "name\n", "tag.csv has no column “id”"),
  ])
  func `a missing column is named with its file`(
    file: String, text: String, message: String
  ) throws {
    let folder = try TemporaryFolder(["child.csv": Self.child].merging([file: text]) { $1 })
    let error = expectError(.missingColumn) { try folder.read() }
    #expect(error?.file == file)
    #expect(error?.message == message + "; export it again with all columns.")
  }

  @Test func `rows without the children's file are refused`() throws {
    let row = feeding(1, "02-01 10:00:00", "02-01 10:05:00")
    let folder = try TemporaryFolder(["feeding.csv": "\(Self.header)\n\(row)"])
    let error = #expect(throws: InterchangeError.self) { try folder.read() }
    #expect(error?.file == "child.csv")
  }

  @Test func `a folder that is not there is refused`() {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("not-there-at-all")
    expectError(.unreadableFile) {
      try BabyBuddyFolder(url.path, options: .told(zone: "UTC", now: .distantFuture))
    }
  }

  @Test(arguments: [
    ("1,1,2026-02-01 10:00,2026-02-01 10:05:00,formula,bottle,,,", "start"),
    ("1,1,2026-02-01 10:00:00,,formula,bottle,,,", "end"),
    ("1,1,2026-02-01 10:00:00,2026-02-01 10:05:00,formula,bottle,a lot,,", "amount"),
    ("1,1,2026-02-01 10:00:00,2026-02-01 10:05:00,formula,bottle,nan,,", "amount"),
    ("1,1,2026-02-01 10:00:00,2026-02-01 10:05:00,formula,bottle,0x10,,", "amount"),
    ("1,7,2026-02-01 10:00:00,2026-02-01 10:05:00,formula,bottle,,,", "child_id"),
    ("1,1,2026-02-01 10:00:00,2026-02-01 10:05:00,formula,bottle", nil),
  ])
  func `a bad row is quarantined whole and the next is read`(raw: String, column: String?) throws {
    let folder = try folder(feedings: [raw, feeding(2, "02-02 10:00:00", "02-02 10:05:00")])
    let export = try folder.read()
    #expect(export.feedings.map(\.source?.id) == ["2"])
    #expect(export.quarantined.map(\.column) == [column])
    #expect(export.quarantined.map(\.rawText) == [raw])
    let plan = try Import(folder.babyBuddy()).plan(in: .family())
    let file = try #require(plan.report.files.first { $0.name == "feeding.csv" })
    #expect(file.counts.rows == 2)
    #expect(file.counts.imported == 1)
    #expect(file.counts.quarantined == 1)
  }

  @Test func `a row of no child is not taken for one of nobody`() throws {
    let export = try read(feedings: [feeding(1, child: "", "02-01 10:00:00", "02-01 10:05:00")])
    #expect(export.feedings.isEmpty)
    #expect(export.quarantined.map(\.column) == ["child_id"])
  }

  @Test func `the rarer decimal mark of a file is quarantined`() throws {
    let export = try read(
      feedings: ["1,5", "2,5", "3.5", "4"].enumerated().map { index, amount in
        feeding(index + 1, "02-0\(index + 1) 10:00:00", "02-0\(index + 1) 10:05:00", amount: amount)
      })
    #expect(export.feedings.map(\.amount?.value) == [1.5, 2.5, 4])
    #expect(
      export.quarantined.map(\.reason) == [
        "“3.5”: the file mixes decimal points (1) and commas (2)."
      ])
  }

  @Test func `tags keep the order they were attached in`() throws {
    let export = try read(feedings: [
      feeding(1, "02-01 10:00:00", "02-01 10:05:00", tags: "10,99,3")
    ])
    #expect(export.feedings.map(\.tags) == [["leak", "#99", "Leak"]])
    #expect(export["feeding"].map(\.warnings) == [[.tagIdUnknown]])
  }

  @Test func `overlaps count within a child, touching does not`() throws {
    let export = try read(feedings: [
      feeding(1, "02-01 10:00:00", "02-01 11:00:00"),
      feeding(2, "02-01 10:30:00", "02-01 10:40:00"),
      feeding(3, "02-01 11:00:00", "02-01 11:30:00"),
      feeding(4, child: "2", "02-01 10:30:00", "02-01 10:40:00"),
      feeding(5, "02-01 11:30:00", "02-01 11:30:00"),
    ])
    let overlapping = export["feeding"].filter { $0.warnings.contains(.overlap) }
    #expect(overlapping.map(\.row.key) == [.id("1"), .id("2")])
  }

  @Test func `a row told twice under two ids is kept twice with a warning`() throws {
    let export = try read(feedings: [
      feeding(1, "02-01 10:00:00", "02-01 10:05:00", amount: "60"),
      feeding(2, "02-01 10:00:00", "02-01 10:05:00", amount: "60.0"),
      feeding(3, "02-01 10:00:00", "02-01 10:04:00", amount: "60"),
    ])
    let warnings = export["feeding"].map { $0.warnings.filter { $0 != .overlap } }
    #expect(warnings == [[], [.duplicateRow], [.identicalInstant]])
  }

  @Test func `one id for different rows quarantines them all`() throws {
    let export = try read(feedings: [
      feeding(1, "02-01 10:00:00", "02-01 10:05:00"),
      feeding(1, "02-01 10:00:00", "02-01 10:06:00"),
      feeding(2, "02-03 10:00:00", "02-03 10:06:00"),
    ])
    #expect(export.feedings.map(\.source?.id) == ["2"])
    #expect(
      export.quarantined.map(\.reason)
        == Array(repeating: "Different rows have the id 1.", count: 2))
  }

  @Test func `a row that stands there twice is left out the second time`() throws {
    let row = feeding(2, "02-03 10:00:00", "02-03 10:06:00")
    let export = try read(feedings: [row, row])
    #expect(export.feedings.map(\.source?.id) == ["2"])
    #expect(export.skipped.map(\.position.record) == [3])
    #expect(export.skipped.map(\.reason) == ["An earlier row has the same identifier."])
  }

  @Test func `rows without ids are told apart by child, time and number`() throws {
    let rows = [
      "1,2026-02-01 10:00:00,2026-02-01 10:05:00,formula,bottle",
      "1,2026-02-01 10:00:00,2026-02-01 10:05:00,formula,bottle",
      "1,2026-02-01 10:00:00,2026-02-01 10:06:00,formula,bottle",
      "2,2026-02-01 10:00:00,2026-02-01 10:05:00,formula,bottle",
      "1,2026-02-02 10:00:00,2026-02-02 10:05:00,formula,bottle",
    ]
    let header = "child_id,start,end,type,method"
    let (a, b) = (
      try read(feedings: rows, header: header)["feeding"],
      try read(feedings: rows.reversed(), header: header)["feeding"]
    )
    #expect(Set(a.map(\.id)).count == 5)
    let texts = Dictionary(uniqueKeysWithValues: a.map { ($0.id, $0.row.rawText) })
    #expect(texts == Dictionary(uniqueKeysWithValues: b.map { ($0.id, $0.row.rawText) }))
  }

  @Test func `the identity of a row without id does not hang on the zone`() throws {
    let row = "1,2026-02-01 10:00:00,2026-02-01 10:05:00,formula,bottle"
    let folder = try folder(feedings: [row], header: "child_id,start,end,type,method")
    let ids = try ["UTC", "Asia/Tokyo"].map { try folder.read(zone: $0)["feeding"].map(\.id) }
    #expect(ids[0] == ids[1])
  }

  @Test func `a time that a clock shows twice is read as the other one too`() throws {
    let export = try read(feedings: [
      feeding(1, "10-25 02:30:00", "10-25 03:30:00"),
      feeding(2, "10-25 04:30:00", "10-25 04:40:00"),
    ])
    let starts = export["feeding"].map { row in row.row.times.first { $0.field == 2 }?.others }
    #expect(
      starts.map { $0?.map { $0.formatted(.iso8601) } } == [["2026-10-25T01:30:00Z"], []])
    #expect(export["feeding"].flatMap(\.row.times).allSatisfy { $0.step == 1 })
  }

  @Test func `a local time that rises going down marks the second pass`() throws {
    let export = try read(feedings: [
      feeding(4, "10-25 03:10:00", "10-25 03:20:00"),
      feeding(3, "10-25 02:10:00", "10-25 02:20:00"),
      feeding(2, "10-25 02:40:00", "10-25 02:10:00"),
      feeding(1, "10-25 01:40:00", "10-25 01:50:00"),
    ])
    let starts = export.feedings.map { $0.start.formatted(.iso8601) }
    #expect(
      starts == [
        "2026-10-24T23:40:00Z", "2026-10-25T00:40:00Z", "2026-10-25T01:10:00Z",
        "2026-10-25T02:10:00Z",
      ])
    #expect(export.feedings[1].end?.formatted(.iso8601) == "2026-10-25T01:10:00Z")
    #expect(export.feedings[2].end?.formatted(.iso8601) == "2026-10-25T01:20:00Z")
  }

  @Test func `in a sorted file a repeated hour is the first of two`() throws {
    let export = try read(feedings: [
      feeding(1, "10-25 01:40:00", "10-25 01:50:00"),
      feeding(2, "10-25 02:10:00", "10-25 02:20:00"),
      feeding(3, "10-25 02:40:00", "10-25 02:50:00"),
    ])
    #expect(export.feedings[1].start.formatted(.iso8601) == "2026-10-25T00:10:00Z")
  }

  @Test func `an installation's label tells equal ids apart`() throws {
    let folder = try TemporaryFolder(["child.csv": Self.child])
    let a = try folder.read(instance: "home")["child"].map(\.id)
    let b = try folder.read(instance: "nursery")["child"].map(\.id)
    #expect(Set(a).isDisjoint(with: b))
  }
}
