import CoreDataInterchange
import Daybook
import Foundation
import Nursery
import NurseryCoreData
import Testing

@testable import Interchange

/// BabyDashboard's stores of the Core Data era.
struct CoreDataEraTests {
  let fixture: FixtureStore
  let shared: FixtureStore
  let family: Family

  init() throws {
    fixture = try FixtureStore("CoreDataEra", name: "BabyDashboardCoreData.sqlite")
    shared = try FixtureStore("CoreDataEra", "Shared", name: "BabyDashboardCoreData-Shared.sqlite")
    family = try Family()
  }

  @Test func `entries keep their identifiers, and those of zeros get one`() throws {
    let source = try Family.source(fixture)
    #expect(source.era == .coreData)
    #expect(source.instance == "")
    let report = try family.take(source)
    #expect(report.counts.imported == 16)
    let feed = try #require(try family.feed(784_152_300.123456))
    #expect("\(feed.id)" == "F1000000-0000-4000-8000-000000000001")
    #expect(feed.feedType == .breastFeed)
    #expect(feed.allTags == ["sleepy"])
    let zero = try #require(try family.feed(784_154_000.5))
    #expect("\(zero.id)" != "00000000-0000-0000-0000-000000000000")
    #expect(zero.feedType == nil)
    #expect(zero.amount == nil)
    #expect(zero.memo == nil)
    #expect(try family.take(try Family.source(fixture)).counts.unchanged == 16)
  }

  @Test func `a baby keeps its date, unless that is the model's own or none`() throws {
    try family.take(try Family.source(fixture))
    let mina = try #require(try family.baby("Mina"))
    #expect(mina.id.rawValue == Family.mina)
    #expect(mina.createdAt.timeIntervalSinceReferenceDate == 780_000_000.5)
    #expect(mina.feedTerm == 7_200)
    let ada = try #require(try family.baby("Ada"))
    #expect(ada.createdAt.timeIntervalSinceReferenceDate == 784_100_000.5)
    let zoe = try #require(try family.baby("Zoe"))
    #expect(zoe.createdAt.timeIntervalSinceReferenceDate == 784_158_000.5)
    #expect(zoe.feedTerm == BabyProfile.standardFeedTerm)
    #expect("\(zoe.id)" != "00000000-0000-0000-0000-000000000000")
    #expect(try family.feed(784_158_000.5)?.baby == zoe.id.rawValue)
  }

  @Test func `what nobody knows stays as it was written, with a warning`() throws {
    let report = try family.take(try Family.source(fixture))
    let juice = try #require(try family.feed(784_156_000.5)).state
    #expect(juice.typeText == "juice")
    #expect(juice.feedType == nil)
    #expect(report.count(of: .unknownEnum) == 1)
    // A baby whose row is gone.
    #expect(try family.feed(784_160_000.5)?.baby == nil)
    #expect(report.count(of: .danglingRelation) == 1)
  }

  @Test func `custom events, their types and the checklist come too`() throws {
    try family.take(try Family.source(fixture))
    let events = try family.all(CustomEvent.self).sorted { $0.start < $1.start }
    #expect(events.map(\.name) == ["Vitamin D", "Bath"])
    #expect(events.map(\.emoji) == ["💊", "🛁"])
    #expect(events.map(\.baby) == [Family.mina, nil])
    #expect("\(events[0].id)" == "E1000000-0000-4000-8000-000000000001")
    #expect(events[0].state.allTags == ["evening"])
    let types = try family.all(Record<CustomEventType>.self).map(\.value)
    #expect(Set(types.map(\.emoji)) == ["💊", "🛁"])
    let items = try family.all(Record<ChecklistItem>.self).map(\.value)
      .sorted { $0.order < $1.order }
    #expect(items.map(\.name) == ["Vitamin D", "Bath"])
    #expect(items.map(\.baby) == [Family.mina, Family.mina])
    #expect(items[0].createdAt.timeIntervalSinceReferenceDate == 780_000_002.5)
    let diapers = try family.all(DiaperChange.self).map(\.state)
    #expect(diapers.contains { $0.allTags == ["rash"] && $0.solid })
  }

  @Test func `the private and the shared store are one import`() throws {
    let source = try Family.source(fixture, shared: shared)
    let report = try family.take(source)
    #expect(report.files.map(\.name).count == 4)
    // Mina and one feed are in both.
    #expect(report.counts.imported == 18)
    #expect(report.counts.skipped == 2)
    #expect(try family.baby("Ida")?.id.rawValue == Family.ida)
    #expect(try family.feed(784_170_000.5)?.baby == Family.ida)
    let validation = try source.validation(in: family.log)
    #expect(validation.isComplete)
    #expect(validation.entities.map(\.repeated) == [1, 1, 0, 0, 0, 0])
    #expect(
      validation.entities.map(\.name) == [
        "BabyProfile", "FeedSession", "DiaperChange", "CustomEventType", "CustomEvent",
        "DailyChecklist",
      ])
    let token = try family.token
    #expect(try family.take(try Family.source(fixture, shared: shared)).counts.unchanged == 18)
    #expect(try family.token == token)
    // Alone the private one says nothing new either.
    #expect(try family.take(try Family.source(fixture)).counts.unchanged == 16)
    #expect(try family.token == token)
  }

  @Test func `two stores of one name are told apart`() throws {
    let other = try FixtureStore("CoreDataEra", "Shared", name: "BabyDashboardCoreData.sqlite")
    let source = try Family.source(fixture, shared: other)
    #expect(source.stores.map(\.name).last == "shared/BabyDashboardCoreData.sqlite")
    #expect(try family.take(source).files.count == 4)
  }

  @Test func `a changed row changes here, and a new date of the move nothing`() throws {
    try family.take(try Family.source(fixture))
    try fixture.run(
      """
      UPDATE ZCUSTOMEVENTTYPE SET ZNAME = 'Vitamin D3' WHERE Z_PK = 1;
      UPDATE ZDAILYCHECKLIST SET ZORDER = 5 WHERE Z_PK = 2;
      UPDATE ZFEEDSESSION SET ZFEEDTYPERAW = 'solid' WHERE Z_PK = 2;
      """)
    let later = try BabyDashboardStore(fixture.url.path, started: Date(timeIntervalSince1970: 0))
    let report = try family.take(later)
    #expect(report.counts.changed == 3)
    #expect(report.counts.unchanged == 13)
    #expect(try family.feed(784_154_000.5)?.feedType == .solid)
  }

  @Test(arguments: 0..<16)
  func `BD-8: broken off at any row, the next run comes to the same`(_ row: Int) throws {
    let source = try Family.source(fixture)
    let whole = try Family()
    try whole.take(source, rows: 1)
    var work = Import(BreakingSource(source: source, after: row), author: "Ada")
    (work.rowsPerTransaction, work.readsAgain) = (1, true)
    let plan = try Import(source, author: "Ada").plan(in: family.log)
    #expect(throws: BreakingSource.Broken.self) { try work.commit(plan, to: family.log) }
    try family.take(source, rows: 1)
    #expect(try family.state() == (try whole.state()))
  }
}

/// Stores that BabyDashboard did not write, and rows that make no sense.
struct WrongDashboardTests {
  @Test func `the store of another app is refused`() throws {
    let error = #expect(throws: InterchangeError.self) {
      let fixture = try FixtureStore("Trips")
      try withExtendedLifetime(fixture) { _ = try Family.source(fixture) }
    }
    #expect(error?.code == .incomplete)
    #expect(error?.message == "BabyDashboard.sqlite has no entity BabyProfile.")
  }

  @Test(arguments: [
    "ALTER TABLE ZFEEDSESSION RENAME COLUMN ZSTARTTIME TO ZBEGIN",
    "ALTER TABLE ZDIAPERCHANGE RENAME COLUMN ZTIMESTAMP TO ZTIME",
    "ALTER TABLE ZBABYPROFILE RENAME COLUMN ZNAME TO ZTITLE",
    "ALTER TABLE ZDIAPERCHANGE RENAME COLUMN ZPROFILE TO ZBABY",
  ])
  func `a store without a column that is needed is refused`(_ sql: String) throws {
    let fixture = try FixtureStore("SwiftDataEra", more: sql)
    let error = #expect(throws: InterchangeError.self) { try Family.source(fixture) }
    #expect(error?.code == .missingColumn)
  }

  @Test(arguments: [
    "ALTER TABLE ZFEEDSESSION DROP COLUMN ZMEMOTEXT",
    "ALTER TABLE ZFEEDSESSION DROP COLUMN ZAMOUNTUNITSYMBOL",
    "ALTER TABLE ZBABYPROFILE DROP COLUMN ZLASTFEEDAMOUNTVALUE",
    "ALTER TABLE ZBABYPROFILE DROP COLUMN ZFEEDTERM", "DROP TABLE Z_METADATA",
    "DELETE FROM Z_METADATA", "DROP TABLE Z_MODELCACHE",
  ])
  func `one without what is not needed is read`(_ sql: String) throws {
    let fixture = try FixtureStore("SwiftDataEra", more: sql)
    let family = try Family()
    #expect(try family.take(Family.source(fixture)).counts.imported == 15)
  }

  @Test(arguments: [
    ("ZFEEDSESSION SET ZSTARTTIME = NULL", "ZSTARTTIME"),
    ("ZFEEDSESSION SET ZSTARTTIME = 'soon'", "ZSTARTTIME"),
    ("ZFEEDSESSION SET ZENDTIME = x'00'", "ZENDTIME"),
    ("ZFEEDSESSION SET ZAMOUNTVALUE = 'lots'", "ZAMOUNTVALUE"),
    ("ZFEEDSESSION SET ZPROFILE = 'Mina'", "ZPROFILE"),
    ("ZDIAPERCHANGE SET ZTIMESTAMP = NULL", "ZTIMESTAMP"),
    ("ZDIAPERCHANGE SET ZTYPE = x'ff00ff'", "ZTYPE"),
  ])
  func `a row that makes no sense is kept whole, and the others are imported`(
    _ change: String, _ column: String
  ) throws {
    let fixture = try FixtureStore("SwiftDataEra", more: "UPDATE \(change) WHERE Z_PK = 1")
    let source = try Family.source(fixture)
    let family = try Family()
    let report = try family.take(source)
    #expect(report.counts.imported == 14)
    #expect(report.quarantined.map(\.column) == [column])
    #expect(report.quarantined.first?.rawText.hasPrefix("Z_PK=1 Z_ENT=") == true)
    let validation = try source.validation(in: family.log)
    #expect(validation.entities.map(\.quarantined).reduce(0, +) == 1)
    #expect(validation.entities.filter { !$0.isComplete } == [])
  }

  @Test func `a baby is never left out, whatever its columns hold`() throws {
    let fixture = try FixtureStore(
      "SwiftDataEra", more: "UPDATE ZBABYPROFILE SET ZNAME = x'ff00', ZID = x'01', ZFEEDTERM = 'a'")
    let family = try Family()
    let report = try family.take(Family.source(fixture))
    #expect(report.counts.imported == 15)
    #expect(try family.all(BabyProfile.self).map(\.name) == ["", ""])
    #expect(try family.all(FeedSession.self).filter { $0.baby != nil }.count == 8)
  }
}
