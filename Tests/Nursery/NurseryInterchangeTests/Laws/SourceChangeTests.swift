import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import TestRun
import Testing

/// What changes at the source changes here, property by property, and nothing else does.
@Suite(.tags(.slow)) struct SourceChangeTests {
  private func amounts(_ store: EventStore) throws -> [Double?] {
    try store.feeds().map(\.feed.amount?.value)
  }

  @Test func `a row that changed and changed back is as it was`() async throws {
    let (store, files) = (try EventStore.family(), try BabyBuddyFiles())
    files.write(feeds: [60, 70, nil])
    try await store.take(files.source())
    for second in [75, nil, 70, 75, 70] as [Double?] {
      files.write(feeds: [60, second, nil])
      let report = try await store.take(files.source())
      #expect(report.counts.changed == 1)
      #expect(report.counts.unchanged == report.counts.rows - 1)
      #expect(try amounts(store) == [60, second, nil])
      #expect(try await store.take(files.source()).isAllUnchanged)
    }
  }

  @Test func `a person's change wins, and what else changed at the source is taken`() async throws {
    let (store, files) = (try EventStore.family(), try BabyBuddyFiles())
    let columns = "id,child_id,start,end,type,method,amount,notes"
    func write(_ amount: Int, _ notes: String) {
      files.write(
        "feeding.csv", columns,
        ["1,1,2026-02-01 08:00:00,2026-02-01 08:10:00,formula,bottle,\(amount),\(notes)"])
    }
    write(60, "")
    try await store.take(files.source())
    let feed = try store.feeds()[0].id
    try await store.append { draft in
      try draft.edit(FeedSession.self, feed) { $0.amount = Amount(65, .millilitre) }
    }
    write(70, "hungry")
    let report = try await store.take(files.source())
    #expect(report.counts.conflicts == 1)
    #expect(report.conflicts.map(\.kept) == [["amount"]])
    #expect(report.conflicts.map(\.applied) == [["memo"]])
    #expect(report.conflicts.map(\.entity) == [feed])
    #expect(try amounts(store) == [65])
    #expect(try store.feeds()[0].feed.memo == "hungry")
    #expect(try await store.take(files.source()).isAllUnchanged)
  }

  @Test func `what a folder leaves out that an earlier one told stays as it is`() async throws {
    let (store, files) = (try EventStore.family(), try BabyBuddyFiles())
    func write(_ columns: String, _ cells: String, tags: String = "") {
      files.files["tag.csv"] = "id,name\n\(tags)"
      files.write(
        "feeding.csv", "id,child_id,start,end,type,method\(columns)",
        ["1,1,2026-02-01 08:00:00,2026-02-01 08:10:00,formula,bottle\(cells)"])
    }
    write(",amount,notes,tags", #",60,warm,"7,3""#, tags: "7,calm\n3,home\n")
    try await store.take(files.source())
    let feed = try store.feeds()[0].feed
    #expect(feed.tags == ["calm", "home"])
    // Without the names of tags, and then without columns.
    write(",amount,notes,tags", #",60,warm,"7,3""#, tags: "7,calm\n")
    #expect(try await store.take(files.source()).isAllUnchanged)
    write("", "")
    #expect(try await store.take(files.source()).isAllUnchanged)
    #expect(try store.feeds()[0].feed == feed)
    // The names that a first folder did not have come with the next.
    let later = try EventStore.family()
    write(",amount,notes,tags", #",60,warm,"7,3""#)
    try await later.take(files.source())
    #expect(try later.feeds()[0].feed.tags == ["#7", "#3"])
    write(",amount,notes,tags", #",60,warm,"7,3""#, tags: "7,calm\n3,home\n")
    #expect(try await later.take(files.source()).counts.changed == 1)
    #expect(try later.feeds()[0].feed == feed)
  }

  @Test func `a change at the source of what a person deleted is a conflict`() async throws {
    let (store, files) = (try EventStore.family(), try BabyBuddyFiles())
    files.write(feeds: [60])
    try await store.take(files.source())
    let feed = try store.feeds()[0].id
    try await store.append { try $0.delete(FeedSession.self, feed) }
    files.write(feeds: [70])
    #expect(try await store.take(files.source()).counts.conflicts == 1)
    #expect(try store.feeds().isEmpty)
    #expect(try await store.take(files.source()).isAllUnchanged)
  }

  @Test func `all fourteen tables are read, and none is passed over`() async throws {
    let imported = try await ImportedCorpus.of(.oneChild)
    let (store, report) = (imported.store, imported.report)
    #expect(report.files.count == 14)
    #expect(report.tables.count == 14)
    #expect(report.passedOver.isEmpty)
    #expect(report.tables.reduce(0) { $0 + $1.counts.rows } == report.counts.rows)
    #expect(report.files.reduce(0) { $0 + $1.counts.rows } == report.counts.rows)
    let counts = try CorpusFolder.oneChild.expected("counts", as: Counts.self).csvRows
    for table in report.tables {
      #expect(table.counts.imported == counts[table.name], "\(table.name)")
    }
    try expect(1, BabyProfile.self, store)
    try expect(10, Record<TagDefinition>.self, store)
    try expect(522, FeedSession.self, store)
    try expect(1_035, DiaperChange.self, store)
    try expect(522, SleepSession.self, store)
    try expect(801, PumpingSession.self, store)
    try expect(525, ActivitySession.self, store)
    try expect(270 + 4 * 15, BodyMeasurement.self, store)
    try expect(178, MedicationDose.self, store)
    try expect(44, Note.self, store)
  }

  private func expect<E: Entity>(_ count: Int, _ type: E.Type, _ store: EventStore) throws {
    #expect(try store.read { try $0.entities(of: type) }.count == count)
  }

  private struct Counts: Decodable { let csvRows: [String: Int] }

  @Test func `units are those that were told`() async throws {
    let store = try await ImportedCorpus.of(.oneChild).store
    let units = try store.read { reader in
      Dictionary(
        grouping: try reader.entities(of: BodyMeasurement.self).map(\.state.details),
        by: \.measure.rawValue
      ).mapValues { Set($0.map(\.unitText)) }
    }
    #expect(
      units == [
        "temperature": ["F"], "weight": ["kg"], "height": ["cm"], "headCircumference": ["cm"],
        "bmi": [nil],
      ])
  }

  @Test func `an empty folder is an error`() throws {
    let folder = try TemporaryFolder()
    let error = expectError(.unreadableFile) { try folder.babyBuddy() }
    #expect(error?.message.contains("child.csv, tag.csv, feeding.csv") == true)
  }

  @Test func `a folder with none of the files is an error`() throws {
    let folder = try TemporaryFolder(["readme.txt": "hello", "other.csv": "a,b\n1,2\n"])
    #expect(throws: InterchangeError.self) { try folder.babyBuddy() }
  }

  @Test func `a unit that nobody told is asked for, and written nowhere`() throws {
    let folder = try TemporaryFolder([
      "child.csv": "id,first_name,last_name,birth_date\n1,Noor,,2026-01-01\n",
      "weight.csv": "id,child_id,weight,date\n1,1,4.2,2026-02-01\n",
    ])
    let error = expectError(.unanswered) {
      try BabyBuddyFolder(folder.path, options: BabyBuddyOptions(zone: "UTC", now: .distantFuture))
    }
    #expect(error?.message.contains("weight") == true)
  }
}
