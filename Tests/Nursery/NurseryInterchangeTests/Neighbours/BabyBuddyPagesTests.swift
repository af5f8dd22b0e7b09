import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// Pages of the REST API, and the API after the CSV files and before.
struct BabyBuddyPagesTests {
  private let children =
    #"{"id":1,"first_name":"Kayla","last_name":"Best","birth_date":"2026-08-12","birth_time":null}"#

  private func page(_ count: Int, _ results: [String]) -> String {
    "{\"count\":\(count),\"next\":null,\"previous\":null,\"results\":[\(results.joined(separator: ","))]}"
  }

  private func feed(_ id: Int, _ start: String, _ more: String = "") -> String {
    """
    {"id":\(id),"child":1,"start":"\(start)","end":"\(start)","duration":"00:00:00",
    "type":"formula","method":"bottle","amount":90.5,"notes":"","tags":["Leak"]\(more)}
    """
  }

  private let options = BabyBuddyOptions(
    zone: "Europe/Amsterdam", units: [.volume: "mL"], now: NeighbourStore.now)

  private func write(_ files: [String: String], to folder: TemporaryFolder) throws {
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.url.appendingPathComponent(name))
    }
  }

  @Test func `pages that repeat rows are read once, and all rows have to be there`() throws {
    let folder = try TemporaryFolder()
    let one = feed(1, "2026-11-20T20:12:06.916016+01:00")
    let two = feed(2, "2026-11-20T19:12:06.916016Z")
    try write(
      [
        "children.json": page(1, [children]), "feedings.page1.json": page(2, [one]),
        "feedings.page2.json": page(2, [one, two]),
      ], to: folder)
    let nursery = try NeighbourStore()
    let report = try nursery.run(try BabyBuddyPages(folder.path, options: options))
    #expect(report.counts.imported == 3)
    #expect(report.counts.skipped == 1)
    let starts = Set(try nursery.all(FeedSession.self).map(\.start))
    #expect(starts.count == 1)
    #expect(starts.first == Date(timeIntervalSinceReferenceDate: 816_894_726.916016))
    try write(["feedings.page2.json": page(3, [one, two])], to: folder)
    expectError(.incomplete) { try BabyBuddyPages(folder.path, options: options) }
  }

  @Test func `the API after the CSV files makes times exact, and the files after it nothing`()
    throws
  {
    let csv = try TemporaryFolder()
    let api = try TemporaryFolder()
    try write(
      [
        "child.csv": "id,first_name,last_name,birth_date,birth_time\n1,Kayla,Best,2026-08-12,",
        "tag.csv": "id,name,color\n7,Leak,#7f007f",
        "feeding.csv":
          "id,child_id,child_first_name,child_last_name,start,end,type,method,amount,notes,tags\n"
          // The second of two readings of that clock: the API says so.
          + "1,1,Kayla,Best,2026-10-25 02:30:06,2026-10-25 02:30:06,formula,bottle,90.5,,7\n"
          + "2,1,Kayla,Best,2026-10-24 20:12:06,2026-10-24 20:12:06,formula,bottle,90.5,,7",
      ], to: csv)
    try write(
      [
        "children.json": page(1, [children]),
        "tags.json": page(1, [##"{"slug":"leak","name":"Leak","color":"#7f007f"}"##]),
        "feedings.json": page(
          2,
          [feed(1, "2026-10-25T02:30:06.5+01:00"), feed(2, "2026-10-24T20:12:06.25+02:00")]),
      ], to: api)
    let nursery = try NeighbourStore()
    let first = try nursery.run(try BabyBuddyFolder(csv.path, options: options))
    #expect(first.counts.imported == 4)
    let second = try nursery.run(try BabyBuddyPages(api.path, options: options))
    #expect(second.counts.changed == 2)
    #expect(second.counts.unchanged == 2)
    let starts = try nursery.all(FeedSession.self).map(\.start).sorted()
    #expect(
      starts == [
        date("2026-10-24T18:12:06Z").addingTimeInterval(0.25),
        date("2026-10-25T01:30:06Z").addingTimeInterval(0.5),
      ])
    let token = try nursery.token
    let third = try nursery.run(try BabyBuddyFolder(csv.path, options: options))
    #expect(third.counts.unchanged == 4)
    #expect(try nursery.token == token)
  }

  @Test func `rows that say the same in other digits are told twice`() throws {
    let folder = try TemporaryFolder()
    let time = "2026-11-20T20:12:06Z"
    func row(_ id: Int, _ amount: String) -> String {
      feed(id, time).replacing("90.5", with: amount)
    }
    try write(
      [
        "children.json": page(1, [children]),
        "feedings.json": page(3, [row(1, "60"), row(2, "60.0"), row(3, "6e1")]),
      ], to: folder)
    let report = try NeighbourStore().run(try BabyBuddyPages(folder.path, options: options))
    #expect(report.warnings.first { $0.code == .duplicateRow }?.count == 2)
    #expect(report.counts.imported == 4)
  }

  @Test func `a running timer comes along`() throws {
    let folder = try TemporaryFolder()
    try write(
      [
        "children.json": page(1, [children]),
        "timers.json": page(
          1,
          [
            #"{"id":5,"child":1,"name":"nap","start":"2026-11-20T20:12:06+01:00","active":true,"user":1}"#
          ]),
      ], to: folder)
    let nursery = try NeighbourStore()
    _ = try nursery.run(try BabyBuddyPages(folder.path, options: options))
    let timer = try #require(try nursery.all(RunningTimer.self).first)
    #expect(timer.name == "nap")
    #expect(timer.isRunning)
  }

  @Test(arguments: ["[]", "{}", "{\"count\":1,\"results\":[3]}", "<html>", ""])
  func `what is no page is refused with its name`(text: String) throws {
    let folder = try TemporaryFolder()
    try write(["children.json": text], to: folder)
    let error = expectError(.notJSON) { try BabyBuddyPages(folder.path, options: options) }
    #expect(error?.file == "children.json")
  }
}
