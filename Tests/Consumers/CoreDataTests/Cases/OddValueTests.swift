import CoreDataInterchange
import Daybook
import Foundation
import Nursery
import Testing

@testable import Interchange

/// Values that are damaged, very long, or end too early.
struct OddValueTests {
  private func follow(_ fixture: FixtureStore, _ family: Family) throws -> ImportReport {
    let work = Import(try Family.source(fixture), author: "Ada", removesVanished: true)
    return try work.commit(work.plan(in: family.log), to: family.log)
  }

  @Test func `an entry stays whose row is damaged later`() throws {
    let (fixture, family) = (try FixtureStore("CoreDataEra"), try Family())
    _ = try follow(fixture, family)
    try fixture.run("UPDATE ZFEEDSESSION SET ZSTARTTIME = 'never' WHERE Z_PK = 1")
    try fixture.run("UPDATE ZDIAPERCHANGE SET ZUUID = 'none', ZTIMESTAMP = NULL WHERE Z_PK = 1")
    try fixture.run("DELETE FROM ZFEEDSESSION WHERE Z_PK = 3")
    let report = try follow(fixture, family)
    #expect(report.counts.quarantined == 2)
    #expect(report.quarantined.map(\.id).contains(nil))
    #expect(report.removed == 1)
    #expect(try family.all(FeedSession.self).count == 4)
    #expect(try family.all(DiaperChange.self).count == 2)
  }

  @Test func `a picture in a row does not keep the store out`() throws {
    let (fixture, family) = (try FixtureStore("CoreDataEra"), try Family())
    try fixture.run(
      """
      ALTER TABLE ZBABYPROFILE ADD COLUMN ZPICTURE BLOB;
      UPDATE ZBABYPROFILE SET ZPICTURE = zeroblob(3000000) WHERE Z_PK = 1;
      ALTER TABLE ZFEEDSESSION ADD COLUMN ZPICTURE BLOB;
      UPDATE ZFEEDSESSION SET ZPICTURE = zeroblob(3000000) WHERE Z_PK = 1;
      UPDATE ZFEEDSESSION SET ZMEMOTEXT = hex(zeroblob(300000)) WHERE Z_PK = 3;
      """)
    let report = try family.take(Family.source(fixture))
    #expect(report.count(of: .largeData) == 2)
    #expect(report.quarantined.map(\.position.record) == [3])
    #expect(try family.baby("Mina") != nil)
    let texts = try family.log.read { reader in
      try reader.entities(of: ImportedRow.self).map { try reader.importedText(of: $0.id.rawValue) }
    }
    #expect(texts.contains { $0?.contains("ZPICTURE=3000000 bytes") == true })
  }

  @Test func `a text goes on behind a zero in it`() throws {
    let (fixture, family) = (try FixtureStore("CoreDataEra"), try Family())
    try fixture.run(
      "UPDATE ZFEEDSESSION SET ZMEMOTEXT = CAST(x'6100626300' AS TEXT) WHERE Z_PK = 1")
    try family.take(Family.source(fixture))
    #expect(try family.feed(784_152_300.123456)?.memo == "a\u{0}bc\u{0}")
  }

  @Test func `a journal that goes while it is looked at is none`() throws {
    let fixture = try FixtureStore("CoreDataEra")
    let copy = try fixture.closedCopy()
    let journal = copy.path + "-journal"
    let ends = Date().addingTimeInterval(2)
    let writer = Thread {
      while Date() < ends {
        _ = FileManager.default.createFile(atPath: journal, contents: Data())
        try? FileManager.default.removeItem(atPath: journal)
      }
    }
    writer.start()
    while Date() < ends {
      do { _ = try CoreDataStore(copy.path) } catch let error as InterchangeError {
        #expect(error.code == .inUse, "\(error)")
      }
    }
  }
}
