import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import Testing

/// Rows that tell one time twice, and not the same.
struct TwoTimesTests {
  private static let columns = [
    "Type", "Profile Name", "Start Date/time", "Start Date/time (Epoch)", "Time Zone",
    "[Sleep] End Date/time", "[Sleep] End Date/time (Epoch)", "[Sleep] Duration (Seconds)",
    "[Pump] End Date/time (Epoch)", "[Pump] Duration (Seconds)", "_profileKey", "_activityKey",
  ]
  /// 10:00 in Amsterdam, in milliseconds.
  private static let ten = "1792483200000"

  private func nara(_ rows: [[String: String]]) throws -> NaraFile {
    let lines = rows.enumerated().map { index, row in
      let usual = [
        "Type": "Note", "Profile Name": "Mia", "Start Date/time (Epoch)": Self.ten,
        "Time Zone": "Europe/Amsterdam", "_profileKey": "c", "_activityKey": "\(index)",
      ]
      let cells = usual.merging(row) { _, own in own }
      return CSVText.row(Self.columns.map { cells[$0] ?? "" })
    }
    let text = ([CSVText.row(Self.columns)] + lines).joined(separator: "\n")
    return try NaraFile(NeighbourStore.file(text, "nara.csv"), now: NeighbourStore.now)
  }

  @Test(arguments: [
    ("1", "2026-10-20 10:00:00"), ("1", ""), ("0", ""), ("99999999999999", ""),
    (ten, "2026-10-20 11:00:00"),
    (ten, "10/20/2026 10:01:00"), ("1792483200", "2025-10-20 10:00:00"),
  ])
  func `Nara's number and its text that are not one time are refused, and so is a time of nobody`(
    number: String, text: String
  ) throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      nara([
        [:], ["Start Date/time (Epoch)": number, "Start Date/time": text],
        ["Type": "Sleep", "[Sleep] End Date/time (Epoch)": number, "[Sleep] End Date/time": text],
      ]))
    #expect(
      report.quarantined.map(\.column) == [
        "Start Date/time (Epoch)", "[Sleep] End Date/time (Epoch)",
      ])
    #expect(report.quarantined.allSatisfy { $0.reason.contains("“\(number)” is ") })
    #expect(report.counts.imported == 1)
  }

  @Test func `Nara's text that is no time is told, and the number counts`() throws {
    let report = try NeighbourStore().run(nara([["Start Date/time": "2026-02-30 13:00:00"]]))
    #expect(report.counts.imported == 1)
    #expect(report.cells.contains { $0.column == "Start Date/time" }, "\(report.cells)")
  }

  @Test func `Nara's text may be that of the row's zone or of the zone of most rows`() throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      nara(
        [
          ["Start Date/time": "2026-10-20 10:00:00"], ["Start Date/time": "2026-10-20 10:00:59"],
          [
            "Start Date/time": "2026-10-20 17:00:00", "Time Zone": "Asia/Tokyo",
          ],
          ["Start Date/time": "2026-10-20 10:00:00", "Time Zone": "Asia/Tokyo"],
          ["Start Date/time": "2026-10-20 03:30:00", "Time Zone": ""],
          ["Start Date/time": "2026-10-20 03:10:00", "Time Zone": ""], [:],
        ].map { row in row.merging(["Start Date/time (Epoch)": Self.ten]) { _, own in own } }))
    #expect(report.quarantined.map(\.position.line) == [3, 7])
  }

  private func questions(_ source: some ImportSource) throws -> [String] {
    try Import(source).plan(in: NeighbourStore().store).questions.map(\.id)
  }

  @Test(arguments: [
    ("Sleep", "60", ["Sleep:times"]), ("Sleep", "3600", []), ("Sleep", "3590", []),
    ("Sleep", "7200", ["Sleep:times"]), ("Pump", "7200", ["Pump:times"]),
    // With pauses.
    ("Pump", "60", []),
  ])
  func `Nara's end and duration that are not one are asked about`(
    type: String, seconds: String, questions: [String]
  ) throws {
    let file = try nara([
      [
        "Type": type, "[\(type)] End Date/time (Epoch)": "1792486800000",
        "[\(type)] Duration (Seconds)": seconds,
      ]
    ])
    #expect(try self.questions(file) == questions)
    let nursery = try NeighbourStore()
    _ = try nursery.run(file, answers: ["\(type):times": "keep"])
    let ends =
      try nursery.all(SleepSession.self).map(\.end)
      + nursery.all(PumpingSession.self).map(\.end)
    #expect(ends == [date("2026-10-20T09:00:00Z")])
    // A row that is here already is not asked about again.
    #expect(try Import(file).plan(in: nursery.store).questions.isEmpty)
  }

  @Test(arguments: [
    ("Sleep", "2026-10-20 12:00", "2026-10-20 13:00", "0:10", ["Sleep:times"]),
    ("Sleep", "2026-10-20 12:00", "2026-10-20 13:00", "1:01", []),
    ("Sleep", "2026-10-20 12:00", "", "0:10", []),
    ("Feed", "2026-10-20 12:00", "2026-10-20 13:00", "0:10", []),
    ("Feed", "2026-10-20 12:00", "2026-10-20 12:10", "1:00", ["Feed:times"]),
    // The clocks go back in between.
    ("Sleep", "2026-10-24 22:00", "2026-10-25 06:00", "9:00", []),
  ])
  func `Huckleberry's end and duration that are not one are asked about`(
    type: String, start: String, end: String, duration: String, questions: [String]
  ) throws {
    let header = "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes"
    let text = "\(header)\n\(type),\(start),\(end),\(duration),,,,"
    let file = try HuckleberryFile(
      NeighbourStore.file(text, "huckleberry.csv"), child: "Noor", zone: "Europe/Amsterdam",
      now: NeighbourStore.now)
    #expect(try self.questions(file) == questions)
  }

  @Test(arguments: [
    ("0:10:00", []), ("0:10:01.5", []), ("1:00:00", ["sleep:times"]), ("", []),
    ("0:05:00", ["sleep:times"]), ("quick", []),
  ])
  func `Baby Buddy's end and duration that are not one are asked about`(
    duration: String, questions: [String]
  ) throws {
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n",
      "sleep.csv": "id,child_id,start,end,duration,nap\n"
        + "1,1,2026-10-25 02:55:00,2026-10-25 02:05:00,\(duration),1",
    ])
    #expect(try self.questions(folder.babyBuddy()) == questions)
    let pages = try TemporaryFolder([
      "children.json":
        #"{"count":1,"results":[{"id":1,"first_name":"Noor","last_name":"","birth_date":"2026-06-01"}]}"#,
      "sleep.json": """
      {"count":1,"results":[{"id":1,"child":1,"start":"2026-10-20T12:00:00Z",
      "end":"2026-10-20T12:10:00Z","duration":"\(duration)","nap":true}]}
      """,
    ])
    #expect(
      try self.questions(
        BabyBuddyPages(pages.path, options: .told(zone: "UTC", now: NeighbourStore.now)))
        == questions)
  }
}
