import Foundation
import Interchange
import NurseryInterchange
import TemporaryFolders
import Testing

/// Files of so few rows that nothing proves another zone or unit than last time.
struct SmallFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func source(
    _ rows: Int, zone: String = "UTC", volume: String = "mL", hour: Int = 12
  ) throws -> BabyBuddyFolder {
    let lines = (0..<rows).map { row in
      "\(row + 1),1,2026-10-\(10 + row) \(hour):00:00,2026-10-\(10 + row) \(hour):10:00,"
        + "formula,bottle,\(row + 2)\n"
    }
    let export = folder.url.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: export, withIntermediateDirectories: false)
    let files = [
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n",
      "feeding.csv": "id,child_id,start,end,type,method,amount\n" + lines.joined(),
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: export.appendingPathComponent(name))
    }
    return try BabyBuddyFolder(
      export.path, options: .told(zone: zone, now: NeighbourStore.now, volume: volume))
  }

  private func questions(
    _ rows: Int, then again: BabyBuddyFolder
  ) throws -> [ImportQuestion] {
    let nursery = try NeighbourStore()
    _ = try nursery.run(source(rows))
    return try Import(again).plan(in: nursery.store).questions
  }

  @Test(arguments: [2, 9])
  func `a small file whose entries all move alike is asked about`(rows: Int) throws {
    let asked = try questions(rows, then: source(rows, zone: "Asia/Kathmandu"))
    #expect(asked.map(\.id) == ["zone"])
    #expect(
      asked.first?.text
        == "All \(rows) entries would move by −5:45, as with another zone than last time; so few "
        + "entries do not prove that. Is the zone right?")
    #expect(asked.first?.choices.map(\.answer) == ["keep"])
  }

  @Test(arguments: [2, 9])
  func `a small file whose amounts all change alike is asked about`(rows: Int) throws {
    let asked = try questions(rows, then: source(rows, volume: "fl oz"))
    #expect(asked.map(\.id) == ["feeding:factor"])
    #expect(
      asked.first?.text
        == "All \(rows) amounts of feeding would be 29.57 times what they were, as with another "
        + "unit than last time; so few amounts do not prove that. Is the unit right?")
  }

  @Test func `one entry that moves is an amendment, and nothing is asked`() throws {
    #expect(try questions(1, then: source(1, hour: 13)).isEmpty)
  }

  @Test func `an answer lets a small file change everything, and no other answer does`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(source(3))
    let moved = try source(3, hour: 13)
    #expect(throws: InterchangeError.self) { try nursery.run(moved) }
    #expect(throws: InterchangeError.self) { try nursery.run(moved, answers: ["zone": "no"]) }
    let report = try nursery.run(moved, answers: ["zone": "keep"])
    #expect(report.counts.changed == 3)
    #expect(try Import(moved).plan(in: nursery.store).questions.isEmpty)
  }

  @Test func `a correction asks nothing`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(source(3))
    let work = try Import(source(3, zone: "Asia/Kathmandu"), corrects: true)
    #expect(try work.plan(in: nursery.store).questions.isEmpty)
  }
}
