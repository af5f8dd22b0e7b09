import Daybook
import Foundation
import Interchange
import Nursery
import NurseryCoreData
import NurseryInterchange
import Testing

/// Baby Buddy's own database, beside the files of the same household.
struct BabyBuddyDatabaseTests {
  let fixture: FixtureStore
  let log: EventStore

  init() throws {
    fixture = try FixtureStore("BabyBuddy", name: "db.sqlite3")
    log = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam", hour: 0)).importing())
  }

  private var options: BabyBuddyOptions {
    BabyBuddyOptions(
      zone: "Europe/Amsterdam",
      units: [.volume: "mL", .weight: "kg", .length: "cm", .temperature: "C"],
      now: Date(timeIntervalSince1970: 1_795_000_000))
  }

  @discardableResult
  private func take(_ source: some ImportSource) throws -> ImportReport {
    let work = Import(source)
    return try work.commit(work.plan(in: log), to: log)
  }

  private func database() throws -> BabyBuddyDatabase {
    try BabyBuddyDatabase(fixture.url.path, options: options)
  }

  /// The same household as the admin pages export it, in whole seconds.
  private func folder() throws -> BabyBuddyFolder {
    let files = [
      "child": "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01",
      "tag": "id,name,color\n7,ill,#FF0000",
      "feeding": "id,child_id,start,end,type,method,amount,notes,tags\n"
        + "1,1,2026-10-20 10:00:00,2026-10-20 10:10:00,formula,bottle,120.0,\"a\nb\",7\n"
        + "2,1,2026-10-20 12:00:00,2026-10-20 12:05:00,breast milk,left breast,,,",
      "diaperchange": "id,child_id,time,wet,solid,color,amount,notes,tags\n"
        + "1,1,2026-10-20 10:30:00,1,0,,,,",
      "sleep": "id,child_id,start,end,nap,notes,tags\n"
        + "1,1,2026-10-25 02:30:00,2026-10-25 02:30:00,0,,",
      "weight": "id,child_id,weight,date,notes,tags\n1,1,4.2,2026-10-20,,",
      "medication": "id,child_id,name,dosage,dosage_unit,time,next_dose_interval,notes,tags\n"
        + "1,1,Paracetamol,2.5,ml,2026-10-20 14:00:00,6:00:00,,",
    ]
    let folder = fixture.folder.appendingPathComponent("csv")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name + ".csv"))
    }
    return try BabyBuddyFolder(folder.path, options: options)
  }

  private func all<E: Entity>(_ type: E.Type) throws -> [E] {
    try log.read { try $0.entities(of: type).map(\.state) }
  }

  @Test func `every table becomes its entries, to the microsecond`() throws {
    let before = try fixture.files()
    let report = try take(database())
    #expect(report.counts.imported == 9)
    #expect(report.counts.rows == 9)
    let feeds = try all(FeedSession.self).sorted { $0.start < $1.start }
    #expect(feeds.map(\.start.timeIntervalSince1970) == [1_792_483_200.25, 1_792_490_400])
    #expect(feeds.map(\.amount) == [Amount(120, unitText: "mL"), nil])
    #expect(feeds.map(\.tags) == [["ill"], []])
    #expect(feeds.first?.memo == "a\nb")
    #expect(try all(SleepSession.self).map(\.durationSeconds) == [3600])
    #expect(try all(MedicationDose.self).map(\.details.nextDoseInterval) == [21_600])
    #expect(try all(RunningTimer.self).map(\.name) == ["nap"])
    #expect(try fixture.files() == before)
  }

  @Test func `what no row used is told, table by table, and tables that nobody knows too`() throws {
    try fixture.run(
      """
      ALTER TABLE core_feeding ADD COLUMN mood VARCHAR;
      UPDATE core_feeding SET mood = 'calm' WHERE id = 2;
      CREATE TABLE core_spitup(id INTEGER PRIMARY KEY, volume REAL);
      INSERT INTO core_spitup VALUES(1, 5);
      """)
    let report = try take(database())
    #expect(
      report.cells.map { "\($0.file) \($0.column): \($0.count) \($0.outcome.rawValue) \($0.text)" }
        == ["db.sqlite3/core_feeding mood: 1 unread calm"])
    #expect(report.passedOver == [try passed("db.sqlite3/core_spitup", rows: 1)])
  }

  private func passed(_ name: String, rows: Int) throws -> PassedOverFile {
    let text = #"{"name":"\#(name)","rows":\#(rows)}"#
    return try JSONDecoder().decode(PassedOverFile.self, from: Data(text.utf8))
  }

  @Test func `after the CSV files the database adds what they do not tell, and doubles nothing`()
    throws
  {
    #expect(try take(folder()).counts.imported == 8)
    let report = try take(database())
    // The timer.
    #expect(report.counts.imported == 1)
    // The fraction of a second, and the pass of the hour that clocks show twice.
    #expect(report.counts.changed <= 2)
    #expect(report.counts.conflicts == 0)
    #expect(try all(FeedSession.self).count == 2)
    let token = try log.read { try $0.token() }
    #expect(try take(database()).counts.unchanged == 9)
    #expect(try log.read { try $0.token() } == token)
  }

  @Test func `after the database the CSV files change nothing`() throws {
    try take(database())
    let before = try log.digests()
    let report = try take(folder())
    #expect(report.counts.unchanged == report.counts.rows)
    #expect(try log.digests() == before)
  }

  @Test func `the database of another program is refused`() throws {
    let other = try FixtureStore("Trips", name: "other.sqlite3")
    let error = #expect(throws: InterchangeError.self) {
      try BabyBuddyDatabase(other.url.path, options: options)
    }
    #expect(error?.code == .incomplete)
  }
}
